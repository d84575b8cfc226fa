"""The model in NumPy and single precision: what the device is held against."""

import numpy
from models.demos.qwen3.common.model import Model


def rms_norm(x, weight, eps):
    return x / numpy.sqrt(numpy.mean(x * x, -1, keepdims=True) + eps) * weight


def softmax(x):
    e = numpy.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def silu(x):
    return x / (1 + numpy.exp(-x))


def rotation(positions, head_dim, theta):
    """Cosines and sines, (positions, head_dim)."""
    half = numpy.arange(head_dim // 2)
    angles = numpy.outer(positions, theta ** (-2.0 * half / head_dim))
    angles = numpy.concatenate([angles, angles], -1)
    return numpy.cos(angles).astype(numpy.float32), numpy.sin(angles).astype(numpy.float32)


def rotate(x, cosines, sines):
    half = x.shape[-1] // 2
    turned = numpy.concatenate([-x[..., half:], x[..., :half]], -1)
    return x * cosines + turned * sines


def route(x, router, chosen, normalised):
    """Numbers and weights of the experts of each token: (tokens, chosen)."""
    shares = softmax(x @ router.T)
    selected = numpy.argsort(-shares, -1, kind="stable")[:, :chosen]
    weights = numpy.take_along_axis(shares, selected, -1)
    return selected, weights / weights.sum(-1, keepdims=True) if normalised else weights


def experts(x, selected, weights, gate, up, down):
    """Matrices are (experts, in, out)."""
    out = numpy.zeros_like(x)
    for expert in range(len(gate)):
        token, slot = numpy.nonzero(selected == expert)
        if len(token):
            rows = x[token]
            rows = (silu(rows @ gate[expert]) * (rows @ up[expert])) @ down[expert]
            out[token] += weights[token, slot, None] * rows
    return out


class Qwen3MoEReference(Model):
    """On the CPU. Keys and values of earlier positions are kept, (batch, positions, heads, head_dim) by layer."""

    def __init__(self, config, checkpoint):
        self.config, self.checkpoint = config, checkpoint
        shape = [config.max_batch_size, config.max_seq_len, config.num_key_value_heads, config.head_dim]
        self.keys = [numpy.zeros(shape, numpy.float32) for _ in range(config.num_hidden_layers)]
        self.values = [numpy.zeros(shape, numpy.float32) for _ in range(config.num_hidden_layers)]

    def weight(self, layer, name):
        return self.checkpoint[f"layers.{layer}.{name}.weight"]

    def attention(self, layer, x, start):
        c = self.config
        batch, length, _ = x.shape
        cosines, sines = rotation(numpy.arange(start, start + length), c.head_dim, c.rope_theta)

        def heads(name, count):
            return (x @ self.weight(layer, f"self_attn.{name}_proj").T).reshape(batch, length, count, c.head_dim)

        def turned(h, name):
            h = rms_norm(h, self.weight(layer, f"self_attn.{name}_norm"), c.rms_norm_eps)
            return rotate(h, cosines[:, None], sines[:, None])

        end = start + length
        q = turned(heads("q", c.num_attention_heads), "q")
        self.keys[layer][:batch, start:end] = turned(heads("k", c.num_key_value_heads), "k")
        self.values[layer][:batch, start:end] = heads("v", c.num_key_value_heads)
        group = c.num_attention_heads // c.num_key_value_heads
        k = numpy.repeat(self.keys[layer][:batch, :end], group, 2)
        v = numpy.repeat(self.values[layer][:batch, :end], group, 2)
        scores = numpy.einsum("bqhd,bkhd->bhqk", q, k) * c.head_dim ** -0.5
        seen = numpy.arange(end)[None] <= numpy.arange(start, end)[:, None]
        mixed = numpy.einsum("bhqk,bkhd->bqhd", softmax(numpy.where(seen, scores, -numpy.inf)), v)
        return mixed.reshape(batch, length, -1) @ self.weight(layer, "self_attn.o_proj").T

    def moe(self, layer, x):
        c = self.config
        rows = x.reshape(-1, c.hidden_size)
        selected, weights = route(rows, self.weight(layer, "mlp.gate"), c.num_experts_per_tok, c.norm_topk_prob)
        matrices = [self.checkpoint.experts(layer, kind) for kind in ("gate_proj", "up_proj", "down_proj")]
        return experts(rows, selected, weights, *matrices).reshape(x.shape)

    def forward(self, tokens, start):
        """Logits of the last position, (batch, vocab_size); tokens are (batch, length)."""
        tokens, c = self.checked(tokens, start), self.config
        x = self.checkpoint["embed_tokens.weight"][tokens]
        for layer in range(c.num_hidden_layers):
            norm = rms_norm(x, self.weight(layer, "input_layernorm"), c.rms_norm_eps)
            x = x + self.attention(layer, norm, start)
            norm = rms_norm(x, self.weight(layer, "post_attention_layernorm"), c.rms_norm_eps)
            x = x + self.moe(layer, norm)
        last = rms_norm(x[:, -1], self.checkpoint["norm.weight"], c.rms_norm_eps)
        name = "embed_tokens.weight" if c.tie_word_embeddings else "lm_head.weight"
        return last @ self.checkpoint[name].T
