"""Chapter 12: Merkle trees, against the test vectors of Certificate Transparency."""

import hashlib

from rules.record.merkle import leaf_of, path_of, root_along, root_of

# The first leaves and roots of the reference tests of certificate-transparency-go.
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
}


def leaves(count):
    return [hashlib.sha256(b"\0" + bytes.fromhex(each)).digest() for each in INPUTS[:count]]


def test_roots_are_those_of_rfc_6962():
    for count, root in ROOTS.items():
        assert root_of(leaves(count)).hex() == root


def test_every_path_leads_from_its_leaf_to_the_root_and_no_other():
    for count in range(1, 40):
        tree = [leaf_of(str(each)) for each in range(count)]
        root = root_of(tree)
        for index, leaf in enumerate(tree):
            path = path_of(tree, index)
            assert root_along(leaf, index, count, path) == root
            assert root_along(leaf_of("another"), index, count, path) != root
            assert root_along(leaf, index, count, [*path, leaf]) is None
