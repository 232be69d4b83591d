"""A table's throws in one file: handed on, looked at by somebody else, scored."""
