"""Date formats by language, named by FORMAT_MODULE_PATH. Imports nothing."""
