"""Sums over all chips, many behind each other: IRONBIRD_CLUSTER=t3000 pytest tests/test_ccl_1d.py."""

import numpy
import pytest
from models.demos.qwen3.tt.ccl_1d import CCL1D
from models.demos.qwen3.utils import tensors


@pytest.mark.parametrize("length,width,times", [(64, 512, 50), (64, 96, 3), (63 * 32, 256, 2), (34 * 32, 128, 2)])
def test_sums(mesh_device, length, width, times):
    """A collective has two parts: fifty sums are a hundred. Of 63 and 34 tiles of rows a chip's half is odd."""
    ccl, chips = CCL1D(mesh_device), tensors.chips(mesh_device)
    if chips == 1:
        pytest.skip("one chip has nothing to add")
    rows = numpy.random.default_rng(1).integers(-3, 4, [chips, 1, length, width]).astype(numpy.float32)
    x = tensors.each([part[None] for part in rows], mesh_device)
    for _ in range(times):
        last = ccl.over_all(x)
    for got in tensors.read(last):
        numpy.testing.assert_array_equal(got[0], rows.sum(0))
