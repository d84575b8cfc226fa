"""A model on the chips of this machine."""

import contextlib
import os

import ttnn
from models.demos.qwen3.simulator import plan
from models.demos.qwen3.tt.qwen import Qwen3MoETT
from models.demos.qwen3.utils import weights
from models.demos.qwen3.utils.device import close_mesh, open_mesh
from models.demos.qwen3.utils.profiler import profiler


@contextlib.contextmanager
def on_mesh(config, config_path, checkpoint, trace=None, weight_cache=None):
    """The model and its mesh, which is closed behind it; a model that does not fit is refused before it is loaded.

    Steps are replayed unless TT_TRACE=0 or `trace` says otherwise."""
    if trace is None:
        trace = os.environ.get("TT_TRACE", "1") != "0"
    device = open_mesh()
    try:
        plan.check_fits(config_path, config, ttnn.get_arch_name(), list(device.shape))
        with profiler.span("load", 0):
            model = Qwen3MoETT(config, checkpoint, device, trace, weights.base_folder(weight_cache))
        try:
            yield model, device
        finally:
            model.close()
            del model
    finally:
        close_mesh(device)
