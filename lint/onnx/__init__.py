"""The commands `wai-lint onnx …`: audit models, sign graphs, run them, and verify recorded runs."""
