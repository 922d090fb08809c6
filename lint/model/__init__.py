"""The commands `wai-lint model …`: verify records of models, show them, and make them."""
