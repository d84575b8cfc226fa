import numpy
import pytest
import ttnn
from models.demos.qwen3.tests.experts import ROWS
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.test_utils import close


@pytest.mark.parametrize("experts,tokens,inner,columns", [(8, 32, 32, 32), (16, 256, 32, 32), (4, 64, 2880, 96)])
@pytest.mark.parametrize("dtype", [ttnn.bfloat16, ttnn.bfloat8_b])
def test_bmm(mesh_device, experts, tokens, inner, columns, dtype):
    random = numpy.random.default_rng(7)
    rows = random.uniform(-1, 1, [experts, tokens, inner]).astype(numpy.float32)
    weights = random.uniform(-1, 1, [experts, inner, columns]).astype(numpy.float32)
    counts = random.integers(1, tokens + 1, [experts, 1]).astype(numpy.uint32)
    output = ttnn.experimental.moe_bmm(
        tensors.same(rows, mesh_device, dtype), tensors.same(weights, mesh_device, dtype),
        tensors.same(counts, mesh_device, ttnn.uint32, ROWS))
    assert output.dtype == dtype
    got = tensors.read(output)[0]
    for expert, count in enumerate(counts[:, 0]):
        close(got[expert, :count], rows[expert, :count] @ weights[expert], dtype)
        assert (got[expert, count:] == 0).all()
