"""Models built in code, each for what an audit says of it."""
