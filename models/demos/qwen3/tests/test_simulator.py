"""Parameters and operations against the figures of the published models."""

import pytest
from models.demos.qwen3.common.configuration import Configuration
from models.demos.qwen3.simulator import flops, hw, param, plan

SMALL = Configuration()
LARGE = Configuration(hidden_size=4096, num_hidden_layers=94, num_attention_heads=64, moe_intermediate_size=1536)


def test_parameters():
    assert (param.attention(SMALL), param.moe(SMALL)) == (18_874_624, 604_241_920)
    assert (param.model(SMALL), param.active(SMALL)) == (30_532_122_624, 3_353_032_704)
    assert (param.attention(LARGE), param.moe(LARGE)) == (71_303_424, 2_416_443_392)
    assert (param.model(LARGE), param.active(LARGE)) == (235_093_634_560, 22_190_763_520)


def test_operations():
    attention, moe = flops.prefill(SMALL, 1, 2048)
    assert round(attention / 1e9, 3) == 146.029 and round(moe / 1e9, 3) == 155.693
    attention, moe = flops.decode(SMALL, 1, 2048)
    assert round(attention / 1e9, 4) == 0.0713 and round(moe / 1e9, 4) == 0.0760


def test_one_source():
    planned = plan.plan()
    assert planned["parameters"]["total"] == param.model(SMALL)
    assert planned["prefill_flops_per_layer"]["moe"] == flops.prefill(SMALL, 1, 2048)[1]
    assert plan.hardware()["t3000"]["fits"]


def test_boards():
    assert hw.board("Loudbox") == hw.board("t3000") == hw.Loudbox
    assert (hw.N150.cores, hw.N150.chips, hw.N150.clock_ghz, hw.N150.dram_gb_per_s) == (64, 1, 1.0, 288)
    assert hw.N150.tflops["LoFi"] == pytest.approx(262.144) and hw.N150.tflops["HiFi4"] == pytest.approx(65.536)
    assert (hw.Galaxy.chips, hw.Galaxy.links) == (32, 4)
    with pytest.raises(KeyError, match="N150"):
        hw.board("N1")
