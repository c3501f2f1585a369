"""The flags of libsecp256k1, by their values."""

CONTEXT_NONE = 1
CONTEXT_FLAGS = {CONTEXT_NONE}
EC_COMPRESSED = 1 << 1 | 1 << 8
EC_UNCOMPRESSED = 1 << 1
