"""Floating-point operations of one layer: a product of (M, K) and (K, N) is 2MNK."""


def product(m, n, k):
    return 2 * m * n * k


def attention(c, batch, length, seen):
    wide, narrow, rows = c.num_attention_heads * c.head_dim, c.num_key_value_heads * c.head_dim, batch * length
    projections = product(rows, wide + 2 * narrow, c.hidden_size) + product(rows, c.hidden_size, wide)
    return projections + 2 * batch * c.num_attention_heads * product(length, seen, c.head_dim)


def moe(c, tokens):
    expert = 3 * product(tokens, c.moe_intermediate_size, c.hidden_size)
    return product(tokens, c.num_experts, c.hidden_size) + c.num_experts_per_tok * expert


def prefill(c, batch, length):
    return attention(c, batch, length, length), moe(c, batch * length)


def decode(c, batch, context):
    return attention(c, batch, 1, context), moe(c, batch)
