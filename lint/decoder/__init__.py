"""`wai-lint confirm`: whether kernels reproduce goldens on an executor."""
