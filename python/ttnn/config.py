"""Settings of the process: ttnn.CONFIG, from the environment and from files."""

import contextlib
import json
import os
import pathlib
import sys

from ttnn import _load  # noqa: F401  the compiled module is there

_DEFAULTS = {
    "cache_path": pathlib.Path.home() / ".cache" / "ttnn",
    "model_cache_path": pathlib.Path.home() / ".cache" / "ttnn" / "models",
    "tmp_dir": pathlib.Path("/tmp/ttnn"),
    "enable_model_cache": False,
    "enable_fast_runtime_mode": True,
    "validate_program_args": False,
    "throw_exception_on_fallback": False,
    "enable_logging": False,
    "enable_graph_report": False,
    "enable_graph_python_stack_traces": False,
    "enable_detailed_buffer_report": False,
    "enable_detailed_tensor_report": False,
    "enable_comparison_mode": False,
    "comparison_mode_should_raise_exception": False,
    "comparison_mode_pcc": 0.9999,
    "root_report_path": pathlib.Path("generated/ttnn/reports"),
    "report_name": None,
}


class Config:
    """All settings with their defaults, or a copy of others."""

    __slots__ = tuple(_DEFAULTS)

    def __init__(self, other=None):
        for name, default in _DEFAULTS.items():
            setattr(self, name, default if other is None else getattr(other, name))

    def __setattr__(self, name, value):
        if name not in _DEFAULTS:
            raise AttributeError(f"ttnn.CONFIG has no setting {name!r}")
        if isinstance(_DEFAULTS[name], pathlib.Path) and value is not None:
            value = pathlib.Path(value)
        object.__setattr__(self, name, value)
        if name == "validate_program_args":
            sys.modules["ttnn._ttnn"].set_validate_program_args(bool(value))

    @property
    def report_path(self):
        if self.report_name is None:
            return None
        digest = abs(hash(self.report_name))
        return self.root_report_path / str(digest)

    def to_dict(self):
        return {name: getattr(self, name) for name in _DEFAULTS}

    def __repr__(self):
        return "\n".join(["Config{", *(f"    {n}={v}" for n, v in self.to_dict().items()), "}"])


CONFIG = Config()
CONFIG_PATH = os.environ.get("TTNN_CONFIG_PATH")
CONFIG_OVERRIDES = os.environ.get("TTNN_CONFIG_OVERRIDES")


def _current():
    return sys.modules["ttnn"].CONFIG if hasattr(sys.modules.get("ttnn"), "CONFIG") else CONFIG


def load_config_from_dictionary(config, from_file=False):
    for name, value in config.items():
        if name not in _DEFAULTS:
            if from_file:
                continue  # of another version
            raise ValueError(f"ttnn.CONFIG has no setting {name!r}")
        setattr(_current(), name, value)


def load_config_from_json_file(json_path):
    with open(json_path) as file:
        load_config_from_dictionary(json.load(file), from_file=True)


def save_config_to_json_file(json_path):
    values = {n: str(v) if isinstance(v, pathlib.Path) else v for n, v in _current().to_dict().items()}
    pathlib.Path(json_path).parent.mkdir(parents=True, exist_ok=True)
    with open(json_path, "w") as file:
        json.dump(values, file, indent=4)


@contextlib.contextmanager
def manage_config(name, value):
    """A setting for the length of a block."""
    before = getattr(_current(), name)
    setattr(_current(), name, value)
    try:
        yield
    finally:
        setattr(_current(), name, before)


if CONFIG_PATH is not None:
    if pathlib.Path(CONFIG_PATH).exists():
        load_config_from_json_file(CONFIG_PATH)
    else:
        save_config_to_json_file(CONFIG_PATH)
if CONFIG_OVERRIDES is not None:
    load_config_from_dictionary(json.loads(CONFIG_OVERRIDES))
