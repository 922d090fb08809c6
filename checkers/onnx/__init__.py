"""ONNX models: bounded admission, inventory, graph signature. No session of a runtime is made here."""
