"""A tensor in one line."""


def tensor_info(name, tensor):
    return f"{name}: {list(tensor.shape)} {tensor.dtype} {tensor.layout} {tensor.memory_config()}"
