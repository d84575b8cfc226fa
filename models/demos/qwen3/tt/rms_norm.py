"""x / sqrt(mean(x²) + eps) · weight."""

import ttnn


class RMSNorm:
    def __init__(self, checkpoint, name, eps, weights):
        self.weight = weights.same(name, lambda: checkpoint[f"{name}.weight"].reshape(1, 1, 1, -1))
        self.eps = eps

    def __call__(self, x):
        return ttnn.rms_norm(x, epsilon=self.eps, weight=self.weight)
