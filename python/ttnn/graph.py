"""Capture of what a program runs."""

import enum

REPORT_VERSION = 1


class RunMode(enum.Enum):
    NORMAL = 0
    NO_DISPATCH = 1


def reset_comparison_records_data():
    """Nothing is recorded between tests."""


def is_graph_capture_active():
    return False


def __getattr__(name):
    from ttnn import decorators

    return decorators.missing(__name__, name)


