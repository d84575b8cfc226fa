"""A transformer block in TT-NN (bfloat16) and in torch (float32), in turns on the same threads. Batch 1, 128 tokens,
2048 wide, 16 heads. Prints JSON: milliseconds of each operation by itself, of both blocks, and their ratio."""

import json
import os
import statistics
import sys
import time

import torch
import ttnn

TOKENS, WIDTH, HEADS, HIDDEN = 128, 2048, 16, 8192
TURNS = 5

torch.set_num_threads(int(os.environ.get("IRONBIRD_THREADS", "1")))
torch.set_grad_enabled(False)
torch.manual_seed(0)


def weights(*shape):
    return torch.randn(*shape) / shape[-2] ** 0.5 if len(shape) > 1 else torch.randn(*shape) * 0.1


HOST = {
    "norm_1": torch.ones(WIDTH), "norm_2": torch.ones(WIDTH),
    "qkv": weights(WIDTH, 3 * WIDTH), "qkv_bias": weights(3 * WIDTH),
    "out": weights(WIDTH, WIDTH), "out_bias": weights(WIDTH),
    "up": weights(WIDTH, HIDDEN), "up_bias": weights(HIDDEN),
    "down": weights(HIDDEN, WIDTH), "down_bias": weights(WIDTH),
}
X = torch.randn(1, TOKENS, WIDTH)


def torch_block(x, w):
    functional = torch.nn.functional
    normal = functional.layer_norm(x, (WIDTH,), w["norm_1"])
    q, k, v = (normal @ w["qkv"] + w["qkv_bias"]).split(WIDTH, -1)
    q, k, v = (t.view(1, TOKENS, HEADS, WIDTH // HEADS).transpose(1, 2) for t in (q, k, v))
    scores = torch.softmax(q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5, -1)
    attention = (scores @ v).transpose(1, 2).reshape(1, TOKENS, WIDTH)
    x = x + attention @ w["out"] + w["out_bias"]
    normal = functional.layer_norm(x, (WIDTH,), w["norm_2"])
    return x + functional.gelu(normal @ w["up"] + w["up_bias"]) @ w["down"] + w["down_bias"]


def ttnn_block(x, w, step=lambda name, make: make()):
    normal = step("layer_norm", lambda: ttnn.layer_norm(x, weight=w["norm_1"]))
    qkv = step("qkv", lambda: ttnn.linear(normal, w["qkv"], bias=w["qkv_bias"]))
    q, k, v = step("split_heads", lambda: ttnn.transformer.split_query_key_value_and_split_heads(
        qkv, num_heads=HEADS, transpose_key=False))
    heads = step("attention", lambda: ttnn.transformer.scaled_dot_product_attention(q, k, v, is_causal=False))
    attention = step("concatenate_heads", lambda: ttnn.transformer.concatenate_heads(heads))
    out = step("out", lambda: ttnn.linear(attention, w["out"], bias=w["out_bias"]))
    x = step("add", lambda: ttnn.add(x, out))
    normal = step("layer_norm 2", lambda: ttnn.layer_norm(x, weight=w["norm_2"]))
    up = step("up", lambda: ttnn.linear(normal, w["up"], bias=w["up_bias"], activation="gelu"))
    down = step("down", lambda: ttnn.linear(up, w["down"], bias=w["down_bias"]))
    return step("add 2", lambda: ttnn.add(x, down))


def on_device(tensor, device):
    shape = tensor.reshape(1, -1) if tensor.dim() == 1 else tensor
    return ttnn.from_torch(shape, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)


def correlation(a, b):
    return torch.corrcoef(torch.stack([a.flatten(), b.flatten()]))[0, 1].item()


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main():
    device = ttnn.open_device(device_id=0)
    w = {name: on_device(tensor, device) for name, tensor in HOST.items()}
    x = on_device(X, device)
    found = correlation(ttnn.to_torch(ttnn_block(x, w)).float(), torch_block(X, HOST))
    if found < 0.99:
        sys.exit(f"the two blocks differ: correlation {found}")

    def ours():
        ttnn_block(x, w)
        ttnn.synchronize_device(device)

    ours()
    torch_block(X, HOST)
    times = [(seconds(ours), seconds(lambda: torch_block(X, HOST))) for _ in range(TURNS)]
    mine, theirs = (statistics.median(t) for t in zip(*times))
    rows = []

    def timed(name, make):
        begin = time.perf_counter()
        made = make()
        ttnn.synchronize_device(device)
        rows.append({"what": name, "ms": (time.perf_counter() - begin) * 1e3})
        return made

    ttnn_block(x, w, timed)
    rows += [{"what": "TT-NN", "ms": mine * 1e3}, {"what": "torch", "ms": theirs * 1e3},
             {"what": "ratio", "ratio": mine / theirs}]
    print(json.dumps(rows))
    ttnn.close_device(device)


main()
