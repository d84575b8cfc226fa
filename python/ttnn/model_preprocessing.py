"""Parameters of torch models as tensors of ours, in a tree with the names of the model."""

import ttnn


class ParameterList(list):
    """A list of parameters or of trees of them."""


class ParameterDict(dict):
    """A dictionary whose entries are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


def make_parameter_dict(dictionary):
    """Dictionaries within dictionaries alike."""
    if isinstance(dictionary, ParameterDict):
        return dictionary
    return ParameterDict({name: make_parameter_dict(value) if isinstance(value, dict) else value
                          for name, value in dictionary.items()})


def preprocess_linear_weight(weight, *, dtype, layout=ttnn.TILE_LAYOUT, weights_mesh_mapper=None):
    """Transposed, for products from the left."""
    return ttnn.from_torch(weight.T.contiguous(), dtype, layout=layout, mesh_mapper=weights_mesh_mapper)


def preprocess_linear_bias(bias, *, dtype, layout=ttnn.TILE_LAYOUT, weights_mesh_mapper=None):
    return ttnn.from_torch(bias.reshape(1, -1), dtype, layout=layout, mesh_mapper=weights_mesh_mapper)


def preprocess_layernorm_parameter(parameter, *, dtype, layout=ttnn.TILE_LAYOUT):
    return ttnn.from_torch(parameter.reshape(1, -1), dtype, layout=layout)


def preprocess_embedding_weight(weight, *, dtype):
    return ttnn.from_torch(weight, dtype)


def fold_batch_norm2d_into_conv2d(conv, bn):
    """Weight and bias of one convolution that does what both do."""
    if not bn.track_running_stats:
        raise RuntimeError("fold_batch_norm2d_into_conv2d: the statistics of the normalization are needed")
    factor = bn.weight / (bn.running_var + bn.eps) ** 0.5
    bias = conv.bias if conv.bias is not None else 0
    return conv.weight * factor[:, None, None, None], factor * (bias - bn.running_mean) + bn.bias


def _linear(model):
    parameters = {"weight": preprocess_linear_weight(model.weight, dtype=ttnn.bfloat16)}
    if model.bias is not None:
        parameters["bias"] = preprocess_linear_bias(model.bias, dtype=ttnn.bfloat16)
    return parameters


def _norm(model):
    return {name: preprocess_layernorm_parameter(parameter, dtype=ttnn.bfloat16)
            for name, parameter in model.named_parameters()}


def _embedding(model):
    return {"weight": preprocess_embedding_weight(model.weight, dtype=ttnn.bfloat16)}


def default_preprocessor(model, name, ttnn_module_args=None):
    """What the layers that ttnn has operations for are given."""
    import torch

    kinds = {torch.nn.Linear: _linear, torch.nn.LayerNorm: _norm, torch.nn.GroupNorm: _norm,
             torch.nn.Embedding: _embedding}
    convert = kinds.get(type(model))
    return ParameterDict(convert(model)) if convert else ParameterDict()


def _convert(model, name, convert_to_ttnn, custom_preprocessor):
    import torch

    if isinstance(model, torch.nn.modules.container.ModuleList):
        return ParameterList(_convert(child, f"{name}.{i}" if name else str(i), convert_to_ttnn, custom_preprocessor)
                             for i, child in enumerate(model))
    if custom_preprocessor is not None:
        made = _call_custom(custom_preprocessor, model, name, convert_to_ttnn)
        if made:
            return make_parameter_dict(made)
    to_ttnn = convert_to_ttnn is None or convert_to_ttnn(model, name)
    if to_ttnn:
        made = default_preprocessor(model, name)
        if made:
            return made
    parameters = ParameterDict()
    for child_name, child in model.named_children():
        full = f"{name}.{child_name}" if name else child_name
        parameters[child_name] = _convert(child, full, convert_to_ttnn, custom_preprocessor)
    for own, parameter in model.named_parameters(recurse=False):
        parameters[own] = ttnn.from_torch(parameter, ttnn.bfloat16) if to_ttnn else parameter
    return parameters


def _call_custom(function, model, name, convert_to_ttnn):
    """Preprocessors take two arguments, or four."""
    count = function.__code__.co_argcount if hasattr(function, "__code__") else 2
    return function(model, name) if count <= 2 else function(model, name, None, convert_to_ttnn)


def move_to_device(value, device):
    if isinstance(value, ParameterDict):
        return ParameterDict({name: move_to_device(entry, device) for name, entry in value.items()})
    if isinstance(value, ParameterList):
        return ParameterList(move_to_device(entry, device) for entry in value)
    return ttnn.to_device(value, device) if isinstance(value, ttnn.Tensor) else value


def preprocess_model_parameters(*, model_name=None, version=None, initialize_model=None, convert_to_ttnn=None,
                                custom_preprocessor=None, device=None, prefix=""):
    """The parameters of the model that `initialize_model` returns, on the device if one is given."""
    import torch

    with torch.no_grad():
        parameters = _convert(initialize_model(), prefix, convert_to_ttnn, custom_preprocessor)
    return parameters if device is None else move_to_device(parameters, device)


def __getattr__(name):
    from ttnn import decorators

    return decorators.missing(__name__, name)
