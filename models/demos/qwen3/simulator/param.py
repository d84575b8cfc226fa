"""Numbers of parameters."""


def linear(inputs, outputs, bias=False):
    return inputs * outputs + (outputs if bias else 0)


def embedding(c):
    return c.vocab_size * c.hidden_size


def attention(c):
    wide, narrow = c.num_attention_heads * c.head_dim, c.num_key_value_heads * c.head_dim
    return linear(c.hidden_size, wide) + 2 * linear(c.hidden_size, narrow) + linear(wide, c.hidden_size) + 2 * c.head_dim


def moe(c, experts=None):
    experts = c.num_experts if experts is None else experts
    return linear(c.hidden_size, c.num_experts) + 3 * experts * linear(c.hidden_size, c.moe_intermediate_size)


def model(c, experts=None):
    layer = attention(c) + moe(c, experts) + 2 * c.hidden_size
    return 2 * embedding(c) + c.hidden_size + c.num_hidden_layers * layer


def active(c):
    return model(c, c.num_experts_per_tok)
