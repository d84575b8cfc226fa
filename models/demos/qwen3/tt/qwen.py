"""The model on TT-NN: prefill, decode, and decode under trace."""

import dataclasses

import numpy
import ttnn
from models.demos.qwen3.common.model import Model
from models.demos.qwen3.tt.attention import Attention, Places
from models.demos.qwen3.tt.moe import MoE, check_chips
from models.demos.qwen3.tt.rms_norm import RMSNorm
from models.demos.qwen3.tt.rope import Rope
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.profiler import profiler
from models.demos.qwen3.utils.weights import Weights, folder_for

ROWS, TILES = ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT
TILE = 32


class Layer:
    def __init__(self, config, checkpoint, number, weights, places, placement):
        name = f"layers.{number}."
        self.input_norm, self.post_norm = (RMSNorm(checkpoint, f"{name}{which}_layernorm", config.rms_norm_eps, weights)
                                           for which in ("input", "post_attention"))
        self.attention = Attention(config, checkpoint, number, weights, places)

        def matrices(kind):
            if kind == "router":
                return checkpoint[f"{name}mlp.gate.weight"]
            return checkpoint.experts(number, f"{kind}_proj")

        self.moe = MoE(config, matrices, weights, f"{name}mlp.", placement)

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
    found: tuple


class Qwen3MoETT(Model):
    """On the chips of a mesh. `placement` (chips, experts of each) says where experts are, if not in their order."""

    def __init__(self, config, checkpoint, device, trace=False, weight_cache=None, placement=None):
        check_chips(config, device)
        self.config, self.device, self.trace = config, device, trace
        how = [config.dtype, None if placement is None else numpy.asarray(placement).tolist()]
        weights = Weights(device, weight_cache and folder_for(weight_cache, checkpoint, device, how))
        self.places = Places(config, device)
        words = "embed_tokens.weight"
        self.embedding = weights.same("embedding", lambda: checkpoint[words], layout=ROWS)
        self.rope = Rope(config, device)
        self.layers = [Layer(config, checkpoint, i, weights, self.places, placement)
                       for i in range(config.num_hidden_layers)]
        self.norm = RMSNorm(checkpoint, "norm", config.rms_norm_eps, weights)
        head = words if config.tie_word_embeddings else "lm_head.weight"
        self.head = weights.each("lm_head", lambda: self._vocabulary_slices(checkpoint[head].T))
        self.mask, self.usable = None, None  # of the vocabulary, for the likeliest token
        self.steps = {}  # by number of users, and by what is wanted of them

    @property
    def slice(self):
        """Tokens of the vocabulary that a chip has, whole tiles."""
        return -(-self.config.vocab_size // (tensors.chips(self.device) * TILE)) * TILE

    def _vocabulary_slices(self, head):
        chips = tensors.chips(self.device)
        padded = numpy.zeros([head.shape[0], self.slice * chips], numpy.float32)
        padded[:, :head.shape[1]] = head
        return [padded[None, None, :, i * self.slice:(i + 1) * self.slice] for i in range(chips)]

    def _logits(self, x):
        return (tensors.product(self.norm(x), self.head, ttnn.float32),)

    def _greatest(self, x):
        """Of each chip's slice. The value is fetched from its place: a maximum by the matrix unit has fewer bits."""
        (logits,) = self._logits(x)
        masked = ttnn.add(logits, self.mask)
        places = ttnn.argmax(masked, -1, True)
        return ttnn.gather(masked, -1, ttnn.to_layout(places, TILES)), places

    def _set_usable(self, usable):
        """Minus infinity for what may not be chosen, and for padding; captured steps read the same tensor."""
        usable = self.config.vocab_size if usable is None else usable
        if not 1 <= usable <= self.config.vocab_size:
            raise ValueError(f"{usable} tokens may be chosen, 1 to {self.config.vocab_size} is allowed")
        if usable == self.usable:
            return
        chips = tensors.chips(self.device)
        row = numpy.where(numpy.arange(self.slice * chips) < usable, 0, -numpy.inf).astype(numpy.float32)
        parts = [part.reshape(1, 1, 1, -1) for part in numpy.split(row, chips)]
        if self.mask is None:
            self.mask = tensors.each(parts, self.device, ttnn.float32)
        else:
            fresh = tensors.parts_on_host(parts, self.device, ttnn.float32)
            ttnn.copy_host_to_device_tensor(fresh, self.mask)
        self.usable = usable

    @profiler(1, wait=True)
    def forward(self, tokens, start):
        tokens = self.checked(tokens, start)
        (logits,) = self._run(tokens, start, self._logits)
        parts = [part.reshape(-1, self.slice) for part in tensors.read(logits)]
        return numpy.concatenate(parts, -1)[:len(tokens), :self.config.vocab_size]

    @profiler(1, wait=True)
    def likeliest(self, tokens, start, usable=None):
        """Each chip finds the greatest of its slice, the host the first of the greatest of those."""
        tokens = self.checked(tokens, start)
        self._set_usable(usable)
        values, places = (numpy.stack([part.ravel() for part in tensors.read(tensor)])
                          for tensor in self._run(tokens, start, self._greatest))
        chip = values.argmax(0)
        users = numpy.arange(len(tokens))
        return chip[users] * self.slice + places[chip[users], users].astype(numpy.int64)

    def _run(self, tokens, start, wanted):
        """Rows that share the users always have all of them, those that are missing as padding."""
        users, length = tokens.shape
        if self.places.users < self.config.max_batch_size:
            tokens = numpy.pad(tokens, [[0, self.config.max_batch_size - users], [0, 0]])
        if start == 0 and length > 1:
            return self._prefill(tokens, wanted)
        for i in range(length):
            found = self._decode(tokens[:, i], start + i, wanted)
        return found

    def _prefill(self, tokens, wanted):
        users, length = tokens.shape
        width, hidden = -(-length // TILE) * TILE, self.config.hidden_size
        ids = numpy.zeros([users, width], numpy.uint32)
        ids[:, :length] = tokens
        x = ttnn.embedding(tensors.same(ids, self.device, ttnn.uint32, ROWS), self.embedding, layout=TILES)
        x = ttnn.reshape(x, [users, 1, width, hidden])
        turn = self.rope.prefill(width)
        for layer in self.layers:
            x = layer.prefill(x, turn)
        last = ttnn.slice(x, [0, 0, length - 1, 0], [users, 1, length, hidden])
        return wanted(ttnn.reshape(last, [1, 1, users, hidden]))

    def _decode(self, tokens, position, wanted):
        inputs = self._inputs(tokens, position)
        if not self.trace:
            return self._step(*(tensors.same(*each, ROWS) for each in inputs), wanted)
        key = len(tokens), wanted.__name__
        if key not in self.steps:
            self.steps[key] = self._capture(inputs, wanted)
        step = self.steps[key]
        for (array, _, dtype), tensor in zip(inputs, step.inputs):
            ttnn.copy_host_to_device_tensor(tensors.on_host(array, self.device, dtype, ROWS), tensor)
        ttnn.execute_trace(self.device, step.trace, cq_id=0, blocking=True)
        return step.found

    def _inputs(self, tokens, position):
        """Identifiers, and positions twice: rows of the rotation's tables, places in the cache. All users are at the
        same position, so those of a row of the mesh are told the same."""
        here = min(len(tokens), self.places.users)
        places = numpy.full([here], position, numpy.int32)
        return [(tokens.reshape(1, -1).astype(numpy.uint32), self.device, ttnn.uint32),
                (places.reshape(here, 1).astype(numpy.uint32), self.device, ttnn.uint32),
                (places, self.device, ttnn.int32)]

    def _step(self, ids, numbers, positions, wanted):
        x = ttnn.embedding(ids, self.embedding, layout=TILES)
        x = ttnn.reshape(x, [1, 1, ids.shape[1], self.config.hidden_size])
        turn = self.rope.decode(numbers)
        for layer in self.layers:
            x = layer.decode(x, turn, positions)
        return wanted(x)

    def _capture(self, inputs, wanted):
        """A step once to compile it, then once to record it: both write what the replay writes again."""
        held = [tensors.same(*each, ROWS) for each in inputs]
        self._step(*held, wanted)
        trace = ttnn.begin_trace_capture(self.device, cq_id=0)
        found = self._step(*held, wanted)
        ttnn.end_trace_capture(self.device, trace, cq_id=0)
        return Step(held, trace, found)

    def close(self):
        """Gives the traces' memory back."""
        for step in self.steps.values():
            ttnn.release_trace(self.device, step.trace)
        self.steps.clear()
