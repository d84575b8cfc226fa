#!/usr/bin/env python3
"""What a log tells of circular buffers: `ironbird memory log`.

usage: runtime_memory_profiler.py [LOG] | --help
"""
from front_end import hand_over

hand_over("log")
