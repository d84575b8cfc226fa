"""How alike two arrays are."""

import numpy


def pcc(got, want):
    """Pearson's correlation coefficient; equal constants correlate."""
    got, want = numpy.asarray(got, numpy.float64).ravel(), numpy.asarray(want, numpy.float64).ravel()
    got, want = got - got.mean(), want - want.mean()
    size = numpy.sqrt((got * got).sum() * (want * want).sum())
    return float((got * want).sum() / size) if size else float(numpy.array_equal(got, want))


def compare(got, want, least):
    alike = pcc(got, want)
    assert alike >= least, f"correlation is {alike}, at least {least} is wanted"
    return alike
