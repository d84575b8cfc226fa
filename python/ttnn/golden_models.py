"""Golden functions of what models are made of: attention, pools, convolutions, groups, losses; and of the movements
that torch has no function for."""

import math


def _split_heads(torch, x, kv=None, *, num_heads, num_kv_heads=None, transpose_key=True, **_):
    kv_heads = num_kv_heads or num_heads
    if kv is not None:
        x = torch.cat([x, kv], -1)
    batch, sequence, width = x.shape
    head = width // (num_heads + 2 * kv_heads)

    def heads(begin, count):
        part = x[..., begin * head:(begin + count) * head]
        return part.reshape(batch, sequence, count, head).permute(0, 2, 1, 3)

    query, key, value = heads(0, num_heads), heads(num_heads, kv_heads), heads(num_heads + kv_heads, kv_heads)
    return query, key.transpose(-1, -2) if transpose_key else key, value


def _attention_softmax(torch, x, *, head_size=None, attention_mask=None, **_):
    x = x if head_size is None else x * head_size**-0.5
    return torch.softmax(x if attention_mask is None else x + attention_mask, -1)


def _attention(torch, q, k, v, *, attn_mask=None, is_causal=True, scale=None, **_):
    groups = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(groups, 1), v.repeat_interleave(groups, 1)
    scores = q @ k.transpose(-1, -2) * (scale if scale is not None else q.shape[-1] ** -0.5)
    if attn_mask is not None:
        scores = scores + attn_mask
    elif is_causal:
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -math.inf)
    return torch.softmax(scores, -1) @ v


def _rotary(torch, x, cos, sin, token_index=None, **_):
    at = slice(0, x.shape[-2]) if token_index is None else slice(token_index, token_index + 1)
    first, second = x.chunk(2, -1)
    return x * cos[..., at, :] + torch.cat((-second, first), -1) * sin[..., at, :]


def _joined_heads(torch, x, **_):
    batch, heads, sequence, size = x.shape
    return x.permute(0, 2, 1, 3).reshape(batch, sequence, heads * size)


def _transformers(torch):
    def of(function):
        return lambda *args, **kwargs: function(torch, *args, **kwargs)

    return {
        "transformer.split_query_key_value_and_split_heads": of(_split_heads),
        "transformer.attention_softmax": of(_attention_softmax),
        "transformer.scaled_dot_product_attention": of(_attention),
        "transformer.concatenate_heads": of(_joined_heads),
        "experimental.concatenate_heads": of(_joined_heads),
        "experimental.nlp_concat_heads": lambda x, **_: _joined_heads(torch, x).unsqueeze(1),
        "experimental.rotary_embedding": of(_rotary),
        "scale_mask_softmax": lambda x, scale=None, mask=None, **_: torch.softmax(
            (x * scale if scale is not None else x) + (mask if mask is not None else 0), -1),
    }


# ---- images: channels come last, rows of an image are one dimension -------------------------------


def _image(x, batch, height, width, channels):
    return x.reshape(batch, height, width, channels).permute(0, 3, 1, 2)


def _flat(x):
    return x.permute(0, 2, 3, 1).reshape(1, 1, -1, x.shape[1])


def _pools(torch):
    f = torch.nn.functional

    def max_pool2d(x, batch_size, input_h, input_w, channels, kernel_size, stride, padding, dilation, *,
                   ceil_mode=False, **_):
        image = _image(x, batch_size, input_h, input_w, channels)
        return _flat(f.max_pool2d(image, kernel_size, stride, padding[:2], dilation, ceil_mode))

    def avg_pool2d(x, batch_size, input_h, input_w, channels, kernel_size, stride, padding, ceil_mode=False,
                   count_include_pad=True, divisor_override=None, **_):
        image = _image(x, batch_size, input_h, input_w, channels)
        return _flat(f.avg_pool2d(image, kernel_size, stride, padding[:2], ceil_mode, count_include_pad,
                                  divisor_override))

    def upsample(x, scale_factor, *, mode="nearest", **_):
        image = f.interpolate(x.permute(0, 3, 1, 2).float(), scale_factor=scale_factor, mode=mode)
        return image.permute(0, 2, 3, 1).to(x.dtype)

    return {
        "max_pool2d": max_pool2d,
        "avg_pool2d": avg_pool2d,
        "global_avg_pool2d": lambda x, **_: x.mean((1, 2), keepdim=True),
        "upsample": upsample,
        "rotate": lambda x, *, angle, center=None, fill=0.0, **kwargs: _rotate(
            torch, x, angle, center, fill, kwargs.get("interpolation_mode", "nearest")),
    }


def _rotate(torch, x, angle, center, fill, mode):
    """Counter-clockwise about a place, channels last."""
    _, height, width, _ = x.shape
    cx, cy = center if center is not None else ((width - 1) / 2, (height - 1) / 2)
    turn = math.radians(angle)
    rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    dx, dy = columns - cx, rows - cy
    from_x = math.cos(turn) * dx - math.sin(turn) * dy + cx
    from_y = math.sin(turn) * dx + math.cos(turn) * dy + cy
    grid = torch.stack((2 * from_x / max(width - 1, 1) - 1, 2 * from_y / max(height - 1, 1) - 1), -1)
    image = x.permute(0, 3, 1, 2).float() - fill
    turned = torch.nn.functional.grid_sample(image, grid.expand(x.shape[0], -1, -1, -1).float(), mode=mode,
                                             padding_mode="zeros", align_corners=True)
    return (turned + fill).permute(0, 2, 3, 1).to(x.dtype)


def _convolutions(torch):
    f = torch.nn.functional

    def conv2d(*, input_tensor, weight_tensor, in_channels, out_channels, batch_size, input_height, input_width,
               kernel_size=None, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, bias_tensor=None, **_):
        image = _image(input_tensor, batch_size, input_height, input_width, in_channels)
        bias = None if bias_tensor is None else bias_tensor.reshape(-1)
        return _flat(f.conv2d(image, weight_tensor, bias, stride, padding, dilation, max(groups, 1)))  # 0 is no grouping

    return {"conv2d": conv2d}


# ---- groups and losses ---------------------------------------------------------------------------


def _groups(torch):
    f = torch.nn.functional

    def group_norm(x, *, num_groups, epsilon=1e-12, weight=None, bias=None, **_):
        flat = [None if p is None else p.reshape(-1)[:x.shape[-1]] for p in (weight, bias)]
        return f.group_norm(x.permute(0, 3, 1, 2), num_groups, *flat, eps=epsilon).permute(0, 2, 3, 1)

    return {"group_norm": group_norm}


def _situ_glu(torch, gate, up, beta1, beta2):
    return beta1 * torch.tanh(gate / beta1) * torch.sigmoid(gate) * beta2 * torch.tanh(up / beta2)


# ---- movements -----------------------------------------------------------------------------------


def _movements(torch):
    def indexed_fill(batch_id, a, b, dim=0, **_):
        result = a.clone()
        result.index_copy_(dim, batch_id.reshape(-1).to(torch.int64), b)
        return result

    return {
        "narrow": lambda x, dim, start, length, **_: torch.narrow(x, dim, start, length),
        "indexed_fill": indexed_fill,
        "plus_one": lambda x, **_: x + 1,
        "index_fill": lambda x, dim, index, value, **_: torch.index_fill(x, dim, index.to(torch.int64), value),
        "moreh_full": lambda shape, fill_value, *args, **_: torch.full(tuple(shape), fill_value),
        "moreh_full_like": lambda x, fill_value, **_: torch.full_like(x, fill_value),
        "experimental.broadcast_to": lambda x, shape, **_: x.expand(*shape),
        "experimental.rotate_half": lambda x, **_: torch.cat((-x.chunk(2, -1)[1], x.chunk(2, -1)[0]), -1),
        "experimental.convert_to_hwc": lambda x, **_: x.transpose(-1, -2),
        "experimental.convert_to_chw": lambda x, **_: x.transpose(-1, -2),
        "experimental.fast_reduce_nc": lambda x, *, dims, **_: x.sum(tuple(dims), keepdim=True),
        "tilize_with_zero_padding": lambda x, **_: x,
        "tilize_with_val_padding": lambda x, *args, **_: x,
        "untilize_with_unpadding": lambda x, end, **_: x[tuple(slice(0, e + 1) for e in end)],
        "multigammaln": lambda x, **_: torch.special.multigammaln(x, 4),
        "div_trunc": lambda a, b, **_: torch.div(a, b, rounding_mode="trunc"),
        "prelu_sfpu": lambda x, weight, **_: torch.where(x < 0, weight * x, x),
        "logiteps": lambda x, eps=None, **_: torch.logit(x, eps),
        "situ_glu": lambda gate, up, beta1, beta2, **_: _situ_glu(torch, gate.float(), up.float(), beta1, beta2),
    }


def of_all(torch):
    """All of them by name."""
    tables = (_transformers, _pools, _convolutions, _groups, _movements)
    return {name: function for table in tables for name, function in table(torch).items()}
