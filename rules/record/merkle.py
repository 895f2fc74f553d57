"""Chapter 12: the Merkle trees of the log of seals (FAIR-11), as in RFC 6962."""

import hashlib
from collections.abc import Sequence

LEAF, NODE = b"\0", b"\1"


def leaf_of(text: str) -> bytes:
    """Return the leaf of a signed seal."""
    return hashlib.sha256(LEAF + text.encode()).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree; that of no leaves is the SHA-256 of nothing."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    half = _half(len(leaves))
    return _node(root_of(leaves[:half]), root_of(leaves[half:]))


def path_of(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes that lead from a leaf to the root."""
    if len(leaves) < 2:
        return []
    half = _half(len(leaves))
    if index < half:
        return [*path_of(leaves[:half], index), root_of(leaves[half:])]
    return [*path_of(leaves[half:], index - half), root_of(leaves[:half])]


def root_along(leaf: bytes, index: int, leaves: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root to which a path leads; None if it does not fit the number of leaves."""
    last, root = leaves - 1, leaf
    for each in path:
        if not last:
            return None
        if index % 2 or index == last:
            root = _node(each, root)
            while index and not index % 2:
                index, last = index // 2, last // 2
        else:
            root = _node(root, each)
        index, last = index // 2, last // 2
    return None if last else root


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(NODE + left + right).digest()


def _half(leaves: int) -> int:
    """Return the largest power of two below a number of at least 2."""
    return 1 << (leaves - 1).bit_length() - 1
