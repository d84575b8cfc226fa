#!/usr/bin/env python3
"""Plan, code and log in turn: `ironbird memory all`.

usage: run_memory_analysis.py S R | --multi | --help
"""
from front_end import hand_over

hand_over("all")
