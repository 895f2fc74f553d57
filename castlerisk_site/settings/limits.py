"""Limits per client, per web process and per form."""

from castlerisk_site.settings import variables

CONNECTIONS = variables.whole_number("CASTLERISK_CONNECTIONS", 10_000)
SOCKETS_PER_ADDRESS = variables.whole_number("CASTLERISK_SOCKETS_PER_ADDRESS", 100)
SOCKETS_PER_ACCOUNT = variables.whole_number("CASTLERISK_SOCKETS_PER_ACCOUNT", 20)
WORK_PER_ADDRESS = variables.whole_number("CASTLERISK_WORK_PER_ADDRESS", 10)
# The longest forms by far, reports and plans, have a few thousand characters.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 0
