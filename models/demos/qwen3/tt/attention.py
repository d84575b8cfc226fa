"""Attention of a layer: heads over the columns of the mesh, users over its rows, keys and values in paged caches."""

import dataclasses

import numpy
import ttnn
from models.demos.qwen3.tt import sdpa
from models.demos.qwen3.tt.ccl_1d import CCL1D
from models.demos.qwen3.tt.rms_norm import RMSNorm
from models.demos.qwen3.tt.rope import rotate
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.profiler import profiler


def kv_replication(heads, columns):
    """How often each key head is there so that every column has its own."""
    for repeats in range(1, 101):
        if heads * repeats % columns == 0:
            return repeats
    raise ValueError(f"{heads} key heads cannot be divided by {columns} columns")


def users_of_row(config, rows):
    """Its share where each row gets whole units of users, else all of them, in every row."""
    users = config.max_batch_size
    return users if users % (rows * config.unit_batch_size) else users // rows


@dataclasses.dataclass
class Heads:
    """How many heads of queries and keys a column of the mesh has, and how often each key head is there."""

    queries: int
    keys: int
    repeats: int

    @classmethod
    def of(cls, config, columns):
        repeats = kv_replication(config.num_key_value_heads, columns)
        if config.num_attention_heads % columns or config.num_attention_heads % (config.num_key_value_heads * repeats):
            raise ValueError(f"{config.num_attention_heads} heads with {config.num_key_value_heads} key heads cannot "
                             f"be divided by {columns} columns of the mesh")
        return cls(config.num_attention_heads // columns, config.num_key_value_heads * repeats // columns, repeats)

    def columns_of(self, column, head_dim, q, k, v):
        """(in, out) for a column of the mesh: its query heads, then its key heads, then its value heads."""
        def heads(weight, first, count, repeats):
            rows = weight.reshape(-1, head_dim, weight.shape[1])
            return rows[[(first + i) // repeats for i in range(count)]].reshape(-1, weight.shape[1])

        parts = [heads(q, column * self.queries, self.queries, 1)]
        parts += [heads(weight, column * self.keys, self.keys, self.repeats) for weight in (k, v)]
        return numpy.concatenate(parts, 0).T


class Places:
    """Where a row of the mesh keeps its users: the page table, in any order, and the number of each row."""

    def __init__(self, config, device):
        rows, columns = list(device.shape)
        self.users = users_of_row(config, rows)
        self.config = dataclasses.replace(config, max_batch_size=self.users)
        order = numpy.random.default_rng(42).permutation(self.config.max_num_blocks).astype(numpy.int32)
        self.table = tensors.same(order.reshape(self.users, -1), device, ttnn.int32, ttnn.ROW_MAJOR_LAYOUT)
        numbers = [numpy.array([row], numpy.int32) for row in range(rows) for _ in range(columns)]
        self.row = tensors.each(numbers, device, ttnn.int32, ttnn.ROW_MAJOR_LAYOUT)


class Attention:
    def __init__(self, config, checkpoint, layer, weights, places):
        self.config, self.places, self.table = config, places, places.table
        device = weights.device
        self.rows, self.columns = list(device.shape)
        self.ccl = CCL1D(device)
        self.heads = Heads.of(config, self.columns)
        self.checkpoint, self.name = checkpoint, f"layers.{layer}.self_attn."
        self.q_norm, self.k_norm = (RMSNorm(checkpoint, f"{self.name}{which}_norm", config.rms_norm_eps, weights)
                                    for which in "qk")
        self.qkv = weights.each(f"{self.name}qkv", self._qkv, tensors.named(config.dtype))
        self.o = weights.each(f"{self.name}o", self._o, tensors.named(config.dtype))
        shape = [places.config.max_num_blocks, self.heads.keys, config.block_size, config.head_dim]
        self.keys, self.values = (tensors.same(numpy.zeros(shape, numpy.float32), device) for _ in range(2))

    def _weight(self, which):
        return self.checkpoint[f"{self.name}{which}_proj.weight"]

    def _qkv(self):
        q, k, v = map(self._weight, "qkv")
        return self._spread([self.heads.columns_of(c, self.config.head_dim, q, k, v) for c in range(self.columns)])

    def _o(self):
        rows, width = self._weight("o").T, self.heads.queries * self.config.head_dim
        return self._spread([rows[c * width:(c + 1) * width] for c in range(self.columns)])

    def _spread(self, by_column):
        return [by_column[i][None, None] for _ in range(self.rows) for i in range(self.columns)]

    def _out(self, heads):
        return self.ccl.over_columns(tensors.product(heads, self.o))

    @profiler(3)
    def prefill(self, x, turn):
        """[users, 1, length, hidden] from position 0 on."""
        users, _, length, hidden = x.shape
        if users <= self.places.users:
            return self._prefill_row(x, turn)
        own = ttnn.extract_attention_input(ttnn.reshape(x, [users, length, hidden]), self.places.row)
        return ttnn.all_gather(self._prefill_row(own, turn), dim=0, cluster_axis=0)

    def _prefill_row(self, x, turn):
        q, k, v = ttnn.experimental.nlp_create_qkv_heads(
            tensors.product(x, self.qkv), num_heads=self.heads.queries, num_kv_heads=self.heads.keys,
            transpose_k_heads=False)
        q, k = rotate(self.q_norm(q), turn, False), rotate(self.k_norm(k), turn, False)
        users = x.shape[0]
        for user in range(users):
            for cache, fresh in ((self.keys, k), (self.values, v)):
                part = fresh if users == 1 else ttnn.slice(fresh, [user, 0, 0, 0], [user + 1, *list(fresh.shape)[1:]])
                ttnn.experimental.paged_fill_cache(cache, part, self.table, batch_idx=user)
        return self._out(ttnn.experimental.nlp_concat_heads(sdpa.prefill(q, k, v)))

    @profiler(3)
    def decode(self, x, turn, positions):
        """[1, 1, users, hidden]."""
        if x.shape[2] <= self.places.users:
            return self._decode_row(x, turn, positions)
        own = ttnn.extract_attention_input(x, self.places.row)
        return ttnn.all_gather(self._decode_row(own, turn, positions), dim=2, cluster_axis=0)

    def _decode_row(self, x, turn, positions):
        """Units of unit_batch_size users one after the other."""
        users, unit = x.shape[2], self.config.unit_batch_size
        if users <= unit:
            return self._out(self._decode_unit(x, turn, positions, self.table))
        parts = [self._decode_unit(*self._unit(x, turn, positions, first, min(first + unit, users)))
                 for first in range(0, users, unit)]
        return self._out(ttnn.concat(parts, 2))

    def _unit(self, x, turn, positions, first, end):
        head, blocks = self.config.head_dim, self.config.blocks_per_user
        return (ttnn.slice(x, [0, 0, first, 0], [1, 1, end, x.shape[3]]),
                [ttnn.slice(table, [0, first, 0, 0], [1, end, 1, head]) for table in turn],
                ttnn.slice(positions, [first], [end]), ttnn.slice(self.table, [first, 0], [end, blocks]))

    def _decode_unit(self, x, turn, positions, table):
        q, k, v = ttnn.experimental.nlp_create_qkv_heads_decode(
            tensors.product(x, self.qkv), num_heads=self.heads.queries, num_kv_heads=self.heads.keys)
        spread = k.memory_config()

        def turned(heads, norm):
            return rotate(norm(ttnn.to_memory_config(heads, ttnn.DRAM_MEMORY_CONFIG)), turn, True)

        q, k = turned(q, self.q_norm), ttnn.to_memory_config(turned(k, self.k_norm), spread)
        for cache, fresh in ((self.keys, k), (self.values, v)):
            ttnn.experimental.paged_update_cache(cache, fresh, update_idxs_tensor=positions, page_table=table)
        seen = sdpa.decode(q, self.keys, self.values, table, positions)
        return ttnn.reshape(seen, [1, 1, x.shape[2], self.heads.queries * self.config.head_dim])
