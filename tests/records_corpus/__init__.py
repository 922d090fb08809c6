"""The corpus of records: a signer and a builder that share no code with the verifier, and what they make."""
