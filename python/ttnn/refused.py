"""Names of upstream's package that stand for what is not modelled: they say so when they are used."""

_SOCKETS = "sockets between hosts and devices are not modelled; tensors go by from_torch, to_device and copy_host_to_device_tensor"
_FACTORIES = "program factories of upstream's operations are not part of these; ttnn.layer_norm and ttnn.rms_norm run the operation"

_REASONS = {
    "D2DStreamService": _SOCKETS,
    "D2HStreamService": _SOCKETS,
    "H2DStreamService": _SOCKETS,
    "LayerNormDeviceOperation": _FACTORIES,
    "LayerNormInputs": _FACTORIES,
    "LayerNormParams": _FACTORIES,
    "LayerNormShardedProgramFactory": _FACTORIES,
    "OverlappedTensor": "several tensors in one buffer are not modelled; each has its own",
}


def refused(name, reason):
    """A class that can be named and compared with; making one or using a member gives the reason."""

    class Meta(type):
        def __getattr__(cls, member):
            if member.startswith("__"):
                raise AttributeError(member)
            raise NotImplementedError(f"{name}.{member}{reason}")

    def refuse(self, *args, **kwargs):
        raise NotImplementedError(f"{name}{reason}")

    return Meta(name.split(".")[-1], (), {"__init__": refuse, "__doc__": f"Refused: {name}{reason}."})


globals().update({name: refused(f"ttnn.{name}", f": {reason}") for name, reason in _REASONS.items()})
__all__ = list(_REASONS)
