"""Settings for the tests with type checkers."""

# It registers a variant when it is imported, so only the tests here may run it.
collect_ignore = ["user_code.py"]
