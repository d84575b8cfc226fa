"""Rotations by position: tables on the device, and the rows of them that a call needs."""

import numpy
import ttnn
from models.demos.qwen3.reference.model import rotation
from models.demos.qwen3.utils import tensors


class Rope:
    def __init__(self, config, device):
        length = -(-config.max_seq_len // 32) * 32
        tables = rotation(numpy.arange(length), config.head_dim, config.rope_theta)
        self.tables = [tensors.same(table, device, layout=ttnn.ROW_MAJOR_LAYOUT) for table in tables]
        self.head_dim = config.head_dim

    def prefill(self, length):
        """[1, 1, length, head_dim], cosines and sines."""
        def rows(table):
            part = ttnn.slice(table, [0, 0], [length, self.head_dim])
            return ttnn.to_layout(ttnn.reshape(part, [1, 1, length, self.head_dim]), ttnn.TILE_LAYOUT)
        return [rows(table) for table in self.tables]

    def decode(self, positions):
        """[1, users, 1, head_dim] for positions (users, 1)."""
        users = positions.shape[0]
        return [ttnn.reshape(ttnn.embedding(positions, table, layout=ttnn.TILE_LAYOUT), [1, users, 1, self.head_dim])
                for table in self.tables]


def rotate(x, turn, decode):
    return ttnn.experimental.rotary_embedding_hf(x, turn[0], turn[1], is_decode_mode=decode)
