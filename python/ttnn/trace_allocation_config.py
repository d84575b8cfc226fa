"""Tracking of allocations that a trace may overwrite: not modelled, so it is never on. `ironbird check` finds kernels
that use memory of freed buffers."""

TRACE_ALLOC_TRACKING = False
TRACE_ALLOC_DIAGNOSTICS = False
