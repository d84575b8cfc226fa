"""Sums over the chips of a mesh, one axis after the other: reduce-scatter, then all-gather, of the last dimension."""

import itertools

import ttnn

GATHER, REDUCE = 2, 3  # semaphores that a collective takes
TILE = 32


class CCL1D:
    """Two sets of semaphores for each axis, taken in turn: a chip may be one collective ahead of another."""

    def __init__(self, device):
        self.device = device
        self.rows, self.columns = list(device.shape)
        self.sets = {}

    def _semaphores(self, kind, axis, count):
        """The next set; made when the axis is first used."""
        if (kind, axis) not in self.sets:
            grid = self.device.compute_with_storage_grid_size()
            cores = ttnn.CoreRangeSet({ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(grid.x - 1, grid.y - 1))})
            self.sets[kind, axis] = itertools.cycle(
                [[ttnn.create_global_semaphore(self.device, cores, 0) for _ in range(count)] for _ in range(2)])
        return next(self.sets[kind, axis])

    def over(self, x, axis):
        """One link; a width that does not give every chip whole tiles is summed by all_reduce."""
        chips = (self.rows, self.columns)[axis]
        if chips == 1:
            return x
        if x.shape[-1] % (TILE * chips):
            return ttnn.all_reduce(x, cluster_axis=axis)
        how = {"cluster_axis": axis, "num_links": 1, "topology": ttnn.Topology.Linear}
        part = ttnn.experimental.reduce_scatter_minimal_async(
            x, dim=3, multi_device_global_semaphore=self._semaphores("reduce", axis, REDUCE), **how)
        return ttnn.experimental.all_gather_async(
            part, dim=3, multi_device_global_semaphore=self._semaphores("gather", axis, GATHER), **how)

    def over_columns(self, x):
        return self.over(x, 1)

    def over_all(self, x):
        return self.over(self.over_columns(x), 0)
