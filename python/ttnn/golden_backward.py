"""Golden functions of gradients: torch's own, through what the operation should compute."""


def _special(torch):
    """Operations whose gradient is named otherwise, or which have other arguments there."""
    f = torch.nn.functional
    return {
        "fill_zero": lambda x, **_: x * 0,
        "fill": lambda x, value=2.0, **_: torch.fill(x, value),
        "multigammaln": lambda x, **_: torch.special.multigammaln(x, 4),
        "logiteps": lambda x, eps=0.0, **_: torch.special.logit(x, eps=eps),
        "logit": lambda x, **_: torch.logit(x),
        "polygamma": lambda x, n, **_: torch.polygamma(int(n), x),
        "div_no_nan": lambda x, scalar, **_: x * (0 if scalar == 0 else 1 / scalar),
        "assign": lambda a, b=None, **_: torch.clone(a) if b is None else a + b,
        "concat": lambda a, b, dim=0, **_: torch.concat((a, b), dim),
        "bias_gelu": lambda a, b, approximate="none", **_: f.gelu(torch.add(a, b), approximate=approximate),
        "gelu": lambda x, approximate="none", **_: f.gelu(x, approximate=approximate),
        "hardtanh": lambda x, min=-1.0, max=1.0, **_: f.hardtanh(x, min, max),
        "softplus": lambda x, beta=1.0, threshold=20.0, **_: f.softplus(x, beta=beta, threshold=threshold),
        "rdiv": lambda x, scalar, rounding_mode=None, **_: torch.div(
            torch.full_like(x, scalar), x, rounding_mode=_mode(rounding_mode)),
        "div": lambda a, b, rounding_mode=None, **_: torch.div(a, b, rounding_mode=_mode(rounding_mode)),
        "rsub": lambda a, b, **_: torch.rsub(a, b),
        "min": torch.min,
        "max": torch.max,
        "add": lambda a, b, alpha=1.0, **_: torch.add(a, b, alpha=alpha),
        "sub": lambda a, b, alpha=1.0, **_: torch.sub(a, b, alpha=alpha),
        "addalpha": lambda a, b, alpha=1.0, **_: torch.add(a, b, alpha=alpha),
        "subalpha": lambda a, b, alpha=1.0, **_: torch.sub(a, b, alpha=alpha),
        "addcmul": lambda a, b, c, alpha=1.0, value=None, **_: torch.addcmul(
            a, b, c, value=alpha if value is None else value),
        "addcdiv": lambda a, b, c, alpha=1.0, value=None, **_: torch.addcdiv(
            a, b, c, value=alpha if value is None else value),
        "where": lambda condition, a, b, **_: torch.where(condition.bool(), a, b),
        "real": torch.real,
        "imag": torch.imag,
        "angle": torch.angle,
        "conj": lambda x, **_: torch.conj(x).resolve_conj(),
        "abs": torch.abs,
        "polar": lambda x, **_: torch.polar(x.real, x.imag),
        "reciprocal": torch.reciprocal,
        "pow": lambda x, exponent, **_: torch.pow(x, exponent),
    }


def _mode(rounding_mode):
    return None if rounding_mode in (None, "None") else rounding_mode


def _gradients(torch, function, grad, args, kwargs):
    leaves = [a.detach().clone().requires_grad_(True)
              if isinstance(a, torch.Tensor) and (a.is_floating_point() or a.is_complex()) else a for a in args]
    result = function(*leaves, **kwargs)
    inputs = [a for a in leaves if isinstance(a, torch.Tensor) and a.requires_grad]
    found = torch.autograd.grad(result, inputs, grad, allow_unused=True)
    return [_parts(torch, torch.zeros_like(x) if g is None else g) for x, g in zip(inputs, found)]


def _parts(torch, gradient):
    """A complex gradient is its two parts, side by side."""
    return torch.cat((gradient.real, gradient.imag), -1) if gradient.is_complex() else gradient


def of(name, forward):
    """Of ttnn.<name>_bw; forward finds the golden function of the operation itself."""
    import torch

    function = _special(torch).get(name) or forward(name)
    if function is None:
        return None

    def golden(grad, *args, **kwargs):
        gradients = _gradients(torch, function, grad, args, kwargs)
        return gradients[1:] if name == "where" and len(gradients) == 3 else gradients

    return golden
