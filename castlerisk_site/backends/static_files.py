"""Static files under hashed names, imports between JavaScript modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Adds hashes to the URLs in `import` statements too."""

    support_js_module_import_aggregation = True
