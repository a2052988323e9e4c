"""The servers that the tests run against, a module each."""
