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


def close(got, want, dtype):
    """As near as results of a type must be: correlation, and the length of the difference by that of what is wanted."""
    small = "BFLOAT8_B" in str(dtype)
    compare(got, want, 0.995 if small else 0.999)
    error = numpy.linalg.norm(numpy.asarray(got, numpy.float64) - want) / numpy.linalg.norm(want)
    most = 5e-2 if small else 1e-2
    assert error <= most, f"the relative error is {error}, at most {most} is allowed"
