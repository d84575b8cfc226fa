"""TT-NN on Ironbird: tensors and operations under upstream's names, on virtual chips."""

import os as _os
import sys as _sys

from ttnn import _load

_ttnn = _load.load()

from ttnn._ttnn_names import *  # noqa: E402,F403  value classes and enumerations
from ttnn import types  # noqa: E402
from ttnn.types import *  # noqa: E402,F403
from ttnn.config import (  # noqa: E402
    CONFIG,
    CONFIG_OVERRIDES,
    CONFIG_PATH,
    Config,
    load_config_from_dictionary,
    load_config_from_json_file,
    manage_config,
    save_config_to_json_file,
)
from ttnn.decorators import (  # noqa: E402
    attach_golden_function,
    dump_operations,
    get_fallback_function,
    get_golden_function,
    pearson_correlation_coefficient,
    query_registered_operations,
    register_cpp_operation,
    register_post_operation_hook,
    register_pre_operation_hook,
    register_python_operation,
)
from ttnn import decorators  # noqa: E402

operations = decorators.install(_sys.modules[__name__])

from ttnn.conversion import (  # noqa: E402
    as_tensor,
    dump_tensor,
    from_buffer,
    from_torch,
    load_tensor,
    set_printoptions,
    to_torch,
)
from ttnn import cluster, core, device, distributed, graph, tensor_methods  # noqa: E402
from ttnn import configs  # noqa: E402
from ttnn.configs import *  # noqa: E402,F403
from ttnn.core import *  # noqa: E402,F403
from ttnn.device import *  # noqa: E402,F403
from ttnn.distributed import *  # noqa: E402,F403
from ttnn import composites, tracer  # noqa: E402
from ttnn import golden  # noqa: E402  attaches what it knows where torch is present

golden.attach_all()
configs._in_namespaces(decorators.namespace)
operations.activations.get_golden_function_for_activation = golden.of_activation


def __getattr__(name):
    return decorators.missing(__name__, name)
