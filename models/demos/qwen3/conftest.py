"""Fixtures of the demo's tests: a mesh, and a small checkpoint."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "python")]


def pytest_configure(config):
    """`import ttnn` may start the interpreter again, which must not happen with its output captured."""
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.suspend_global_capture(in_=True)
    import ttnn  # noqa: F401

    capture.resume_global_capture()


@pytest.fixture(scope="session")
def device_params():
    """How the mesh is opened: all chips of the machine (IRONBIRD_CLUSTER), or MOE_CHIPS of them."""
    from models.demos.qwen3.utils.device import TRACE_REGION

    return {"chips": int(os.environ.get("MOE_CHIPS", "0")), "trace_region_size": TRACE_REGION}


@pytest.fixture(scope="session")
def mesh_device(device_params):
    from models.demos.qwen3.utils.device import close_mesh, open_mesh

    device = open_mesh(**device_params)
    yield device
    close_mesh(device)


@pytest.fixture(scope="session")
def checkpoint_folder(tmp_path_factory):
    """Of heads and experts that all meshes up to 4x8 divide."""
    folder = tmp_path_factory.mktemp("checkpoint") / "tiny"
    from models.demos.qwen3.common import program

    program.ask("make-checkpoint", folder, "--layers", 2, "--hidden", 128, "--heads", 8, "--kv-heads", 2, "--experts", 32)
    return folder
