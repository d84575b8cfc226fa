"""The model on TT-NN: prefill, decode, and decode under trace."""

import dataclasses

import numpy
import ttnn
from models.demos.qwen3.tt.attention import Attention
from models.demos.qwen3.tt.moe import MoE
from models.demos.qwen3.tt.rms_norm import RMSNorm
from models.demos.qwen3.tt.rope import Rope
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.profiler import profiler

ROWS, TILES = ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT


class Layer:
    def __init__(self, config, checkpoint, number, device, table):
        name = f"layers.{number}."
        self.input_norm, self.post_norm = (
            RMSNorm(checkpoint[f"{name}{which}_layernorm.weight"], config.rms_norm_eps, device)
            for which in ("input", "post_attention"))
        self.attention = Attention(config, checkpoint, number, device, table)
        self.moe = MoE(config, checkpoint[f"{name}mlp.gate.weight"],
                       *(checkpoint.experts(number, kind) for kind in ("gate_proj", "up_proj", "down_proj")), device)

    def _after(self, x, seen):
        x = ttnn.add(x, seen)
        shape = list(x.shape)
        rows = ttnn.reshape(self.post_norm(x), [1, 1, shape[0] * shape[1] * shape[2], shape[3]])
        return ttnn.add(x, ttnn.reshape(self.moe.forward(rows), shape))

    @profiler(2)
    def prefill(self, x, turn):
        return self._after(x, self.attention.prefill(self.input_norm(x), turn))

    @profiler(2)
    def decode(self, x, turn, positions):
        return self._after(x, self.attention.decode(self.input_norm(x), turn, positions))


@dataclasses.dataclass
class Step:
    """A decode step that was captured: what it reads, and where a replay leaves its result."""

    inputs: list
    trace: object
    logits: object


class Qwen3MoETT:
    """On the chips of a mesh; `forward` takes tokens (users, length) as Qwen3MoEReference does."""

    def __init__(self, config, checkpoint, device, trace=False):
        self.config, self.device, self.trace = config, device, trace
        order = numpy.random.default_rng(42).permutation(config.max_num_blocks).astype(numpy.int32)
        table = tensors.same(order.reshape(config.max_batch_size, -1), device, ttnn.int32, ROWS)
        words = checkpoint["embed_tokens.weight"]
        self.embedding = tensors.same(words, device, layout=ROWS)
        self.rope = Rope(config, device)
        self.layers = [Layer(config, checkpoint, i, device, table) for i in range(config.num_hidden_layers)]
        self.norm = RMSNorm(checkpoint["norm.weight"], config.rms_norm_eps, device)
        head = words if config.tie_word_embeddings else checkpoint["lm_head.weight"]
        self.head = self._vocabulary_slices(head.T)
        self.steps = {}  # by number of users

    def _vocabulary_slices(self, head):
        chips = tensors.chips(self.device)
        width = -(-self.config.vocab_size // chips // 32) * 32
        width += 32 if width * chips < self.config.vocab_size else 0
        padded = numpy.zeros([head.shape[0], width * chips], numpy.float32)
        padded[:, :head.shape[1]] = head
        return tensors.each([padded[None, None, :, i * width:(i + 1) * width] for i in range(chips)], self.device)

    def _logits(self, x):
        return tensors.product(self.norm(x), self.head, ttnn.float32)

    def _read(self, logits, users):
        parts = tensors.read(logits)
        return numpy.concatenate([part.reshape(users, -1) for part in parts], -1)[:, :self.config.vocab_size]

    @profiler(1, wait=True)
    def forward(self, tokens, start):
        tokens = numpy.asarray(tokens)
        if start + tokens.shape[1] > self.config.max_seq_len:
            raise ValueError(f"positions {start} to {start + tokens.shape[1] - 1} do not fit a cache of "
                             f"{self.config.max_seq_len}")
        if start == 0 and tokens.shape[1] > 1:
            return self._prefill(tokens)
        for i in range(tokens.shape[1]):
            logits = self._decode(tokens[:, i], start + i)
        return logits

    def _prefill(self, tokens):
        users, length = tokens.shape
        width, hidden = -(-length // 32) * 32, self.config.hidden_size
        ids = numpy.zeros([users, width], numpy.uint32)
        ids[:, :length] = tokens
        x = ttnn.embedding(tensors.same(ids, self.device, ttnn.uint32, ROWS), self.embedding, layout=TILES)
        x = ttnn.reshape(x, [users, 1, width, hidden])
        turn = self.rope.prefill(width)
        for layer in self.layers:
            x = layer.prefill(x, turn)
        last = ttnn.slice(x, [0, 0, length - 1, 0], [users, 1, length, hidden])
        return self._read(self._logits(ttnn.reshape(last, [1, 1, users, hidden])), users)

    def _decode(self, tokens, position):
        users = len(tokens)
        inputs = self._inputs(tokens, position)
        if not self.trace:
            return self._read(self._step(*(tensors.same(*each, ROWS) for each in inputs)), users)
        if users not in self.steps:
            self.steps[users] = self._capture(inputs)
        step = self.steps[users]
        for (array, _, dtype), tensor in zip(inputs, step.inputs):
            ttnn.copy_host_to_device_tensor(tensors.on_host(array, self.device, dtype, ROWS), tensor)
        ttnn.execute_trace(self.device, step.trace, cq_id=0, blocking=True)
        return self._read(step.logits, users)

    def _inputs(self, tokens, position):
        """Identifiers, and positions twice: rows of the rotation's tables, places in the cache."""
        users = len(tokens)
        places = numpy.full([users], position, numpy.int32)
        return [(tokens.reshape(1, users).astype(numpy.uint32), self.device, ttnn.uint32),
                (places.reshape(users, 1).astype(numpy.uint32), self.device, ttnn.uint32),
                (places, self.device, ttnn.int32)]

    def _step(self, ids, numbers, positions):
        users = numbers.shape[0]
        x = ttnn.embedding(ids, self.embedding, layout=TILES)
        x = ttnn.reshape(x, [1, 1, users, self.config.hidden_size])
        turn = self.rope.decode(numbers)
        for layer in self.layers:
            x = layer.decode(x, turn, positions)
        return self._logits(x)

    def _capture(self, inputs):
        """A step once to compile it, then once to record it: both write what the replay writes again."""
        held = [tensors.same(*each, ROWS) for each in inputs]
        self._step(*held)
        trace = ttnn.begin_trace_capture(self.device, cq_id=0)
        logits = self._step(*held)
        ttnn.end_trace_capture(self.device, trace, cq_id=0)
        return Step(held, trace, logits)

    def close(self):
        """Gives the traces' memory back."""
        for step in self.steps.values():
            ttnn.release_trace(self.device, step.trace)
        self.steps.clear()
