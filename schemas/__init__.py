"""JSON Schemas (2020-12) of the documents that the tool reads or writes."""
