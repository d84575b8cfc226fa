"""How full a chip's memories are, as its allocator sees it."""

import dataclasses

import ttnn


@dataclasses.dataclass
class MemoryState:
    """Bytes over all banks of one kind of memory; chips of a mesh are alike."""

    used: int
    total: int

    @property
    def percent(self):
        return 100 * self.used / self.total if self.total else 0.0

    def __str__(self):
        return f"{self.used / 1e9:.3f} of {self.total / 1e9:.3f} GB ({self.percent:.1f} %)"


def memory_state(device, kind=ttnn.BufferType.DRAM):
    view = ttnn.get_memory_view(device, kind)
    return MemoryState(view.num_banks * view.total_bytes_allocated_per_bank, view.num_banks * view.total_bytes_per_bank)
