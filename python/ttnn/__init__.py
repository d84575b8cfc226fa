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
    get_golden_function,
    query_registered_operations,
    register_cpp_operation,
    register_post_operation_hook,
    register_pre_operation_hook,
    register_python_operation,
)
from ttnn.comparison import get_fallback_function, pearson_correlation_coefficient  # noqa: E402
from ttnn import decorators  # noqa: E402

operations = decorators.install(_sys.modules[__name__])

from ttnn import conversion  # noqa: E402
from ttnn.conversion import from_buffer, set_printoptions  # noqa: E402

for _name in ("as_tensor", "dump_tensor", "from_torch", "load_tensor", "to_torch"):
    decorators.add(decorators.Operation(f"ttnn.{_name}", getattr(conversion, _name)))
from ttnn import cluster, core, device, distributed, graph, tensor_methods  # noqa: E402
from ttnn import configs  # noqa: E402
from ttnn.configs import *  # noqa: E402,F403
from ttnn.core import *  # noqa: E402,F403
from ttnn.device import *  # noqa: E402,F403
from ttnn.distributed import *  # noqa: E402,F403
from ttnn.normalization import *  # noqa: E402,F403
from ttnn import composites, operation_tracer, tracer  # noqa: E402
from ttnn.trace_allocation_config import TRACE_ALLOC_TRACKING  # noqa: E402
from ttnn.refused import *  # noqa: E402,F403
from ttnn import golden  # noqa: E402  attaches what it knows where torch is present

golden.attach_all()
configs._in_namespaces(decorators.namespace)
# Upstream's compiled module has its operations by family; ours has them together.
for _name in ("data_movement", "eltwise", "matmul", "normalization", "reduction"):
    setattr(_ttnn.operations, _name, _ttnn.operations)
# Two forms of this one have names of their own there.
_ttnn.operations.untilize_force_native = _ttnn.operations.untilize_force_codegen = _ttnn.operations.untilize
operations.activations.get_golden_function_for_activation = golden.of_activation


def __getattr__(name):
    return decorators.missing(__name__, name)
