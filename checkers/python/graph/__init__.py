"""The call graph: an execution of the project in which every value is the set of what it may stand for."""
