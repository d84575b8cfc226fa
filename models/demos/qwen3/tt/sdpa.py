"""Attention to a prompt, and to what a paged cache holds."""

import ttnn
from models.demos.qwen3.utils import tensors


def prefill(q, k, v):
    return ttnn.transformer.scaled_dot_product_attention(q, k, v, is_causal=True,
                                                         compute_kernel_config=tensors.precise())


def decode(q, keys, values, table, positions):
    return ttnn.transformer.paged_scaled_dot_product_attention_decode(
        q, keys, values, page_table_tensor=table, is_causal=True, cur_pos_tensor=positions,
        memory_config=ttnn.DRAM_MEMORY_CONFIG, compute_kernel_config=tensors.precise())
