"""Attention of a layer: heads over the columns of the mesh, keys and values in paged caches."""

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


class Attention:
    def __init__(self, config, checkpoint, layer, device, table):
        self.config, self.device, self.table = config, device, table
        self.rows, self.columns = list(device.shape)
        self.ccl = CCL1D(device)
        repeats = kv_replication(config.num_key_value_heads, self.columns)
        self.queries = config.num_attention_heads // self.columns
        self.keys_here = config.num_key_value_heads * repeats // self.columns
        q, k, v, o = (checkpoint[f"layers.{layer}.self_attn.{name}_proj.weight"] for name in "qkvo")
        self.q_norm, self.k_norm = (
            RMSNorm(checkpoint[f"layers.{layer}.self_attn.{name}_norm.weight"], config.rms_norm_eps, device)
            for name in "qk")
        self.qkv = self._spread([self._columns(q, k, v, repeats, c) for c in range(self.columns)])
        width = self.queries * config.head_dim
        self.o = self._spread([o.T[c * width:(c + 1) * width] for c in range(self.columns)])
        shape = [config.max_num_blocks, self.keys_here, config.block_size, config.head_dim]
        self.keys, self.values = (tensors.same(numpy.zeros(shape, numpy.float32), device) for _ in range(2))

    def _columns(self, q, k, v, repeats, column):
        c = self.config

        def heads(weight, first, count, repeats):
            rows = weight.reshape(-1, c.head_dim, c.hidden_size)
            return rows[[(first + i) // repeats for i in range(count)]].reshape(-1, c.hidden_size)

        parts = [heads(q, column * self.queries, self.queries, 1)]
        parts += [heads(w, column * self.keys_here, self.keys_here, repeats) for w in (k, v)]
        return numpy.concatenate(parts, 0).T

    def _spread(self, by_column):
        return tensors.each([by_column[i][None, None] for _ in range(self.rows) for i in range(self.columns)],
                            self.device)

    def _out(self, heads):
        return self.ccl.over_columns(tensors.product(heads, self.o))

    @profiler(3)
    def prefill(self, x, turn):
        """[users, 1, length, hidden] from position 0 on."""
        q, k, v = ttnn.experimental.nlp_create_qkv_heads(
            tensors.product(x, self.qkv), num_heads=self.queries, num_kv_heads=self.keys_here,
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
        """[1, 1, users, hidden]; units of unit_batch_size users one after the other."""
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
            tensors.product(x, self.qkv), num_heads=self.queries, num_kv_heads=self.keys_here)
        spread = k.memory_config()

        def turned(heads, norm):
            return rotate(norm(ttnn.to_memory_config(heads, ttnn.DRAM_MEMORY_CONFIG)), turn, True)

        q, k = turned(q, self.q_norm), ttnn.to_memory_config(turned(k, self.k_norm), spread)
        for cache, fresh in ((self.keys, k), (self.values, v)):
            ttnn.experimental.paged_update_cache(cache, fresh, update_idxs_tensor=positions, page_table=table)
        seen = sdpa.decode(q, self.keys, self.values, table, positions)
        return ttnn.reshape(seen, [1, 1, x.shape[2], self.queries * self.config.head_dim])
