"""What the generation loop runs on: tokens (users, length) behind `start` earlier positions, on chips or on the CPU."""

import numpy


class Model:
    """`forward` gives the logits of each user's last position, (users, vocab_size)."""

    config = None

    def forward(self, tokens, start):
        raise NotImplementedError

    def likeliest(self, tokens, start, usable=None):
        """Of each user the token that is likeliest, the lowest of equals; only the first `usable` may be chosen."""
        return self.forward(tokens, start)[:, :usable].argmax(-1)

    def checked(self, tokens, start):
        """The tokens as an array, if the model has room for them and knows them."""
        tokens, c = numpy.asarray(tokens), self.config
        if tokens.ndim != 2 or not tokens.size:
            raise ValueError(f"tokens have shape {list(tokens.shape)}, it must be (users, length)")
        users, length = tokens.shape
        if users > c.max_batch_size:
            raise ValueError(f"batch of {users} users, 1 to {c.max_batch_size} is allowed")
        if start < 0 or start + length > c.max_seq_len:
            raise ValueError(f"positions {start} to {start + length - 1} do not fit a cache of {c.max_seq_len}")
        unknown = tokens[(tokens < 0) | (tokens >= c.vocab_size)]
        if unknown.size:
            raise ValueError(f"token {unknown[0]} is outside of the vocabulary of {c.vocab_size}")
        return tokens
