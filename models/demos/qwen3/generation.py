"""The generation loop: users move together, longer prompts keep their tokens."""

import time

import numpy


def choose(logits, temperature, top_p, random):
    """(users, vocabulary) to a token each, one of the likeliest that hold top_p."""
    shares = numpy.exp((logits - logits.max(-1, keepdims=True)) / temperature)
    shares /= shares.sum(-1, keepdims=True)
    out = []
    for row in shares:
        order = numpy.argsort(-row, kind="stable")
        sorted_row = row[order]
        kept = numpy.where(numpy.cumsum(sorted_row) - sorted_row > top_p, 0, sorted_row)
        out.append(order[random.choice(len(kept), p=kept / kept.sum())])
    return numpy.array(out)


def generate(model, prompts, max_new_tokens, temperature=0.6, top_p=0.9, seed=42, usable=None):
    """Tokens of each user behind its prompt, and the seconds of each call."""
    config, random = model.config, numpy.random.default_rng(seed)
    longest = max(map(len, prompts))
    if min(map(len, prompts)) == 0 or longest > config.max_seq_len:
        raise ValueError(f"prompts have {min(map(len, prompts))} to {longest} tokens, 1 to {config.max_seq_len} are "
                         "allowed")
    total = min(config.max_seq_len, longest + max_new_tokens)
    position, start = min(map(len, prompts)), 0
    tokens = numpy.array([prompt[:position] for prompt in prompts])
    made, ended, seconds = [[] for _ in prompts], [False] * len(prompts), []
    while position <= total and not all(e or len(m) >= max_new_tokens for e, m in zip(ended, made)):
        begin = time.perf_counter()
        if temperature == 0:
            picked = model.likeliest(tokens, start, usable)
        else:
            picked = choose(model.forward(tokens, start)[:, :usable], temperature, top_p, random)
        seconds.append(time.perf_counter() - begin)
        for user, prompt in enumerate(prompts):
            if position < len(prompt):
                picked[user] = prompt[position]
            elif ended[user] or len(made[user]) >= max_new_tokens:
                picked[user] = min(config.pad_token_id, config.vocab_size - 1)
            elif picked[user] == config.eos_token_id:
                ended[user] = True
            else:
                made[user].append(int(picked[user]))
        tokens, start, position = picked[:, None], position, position + 1
    return made, seconds
