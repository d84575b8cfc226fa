"""The recorder of upstream's Python graphs; not there, so that it is never on."""


def is_tracing_enabled():
    return False


def disable_tracing():
    """Nothing to stop."""


def enable_tracing():
    raise NotImplementedError("ttnn.tracer is not implemented in Ironbird; ttnn.graph captures what runs")


def trace():
    raise NotImplementedError("ttnn.tracer is not implemented in Ironbird; ttnn.graph captures what runs")


def __getattr__(name):
    from ttnn import decorators

    return decorators.missing(__name__, name)
