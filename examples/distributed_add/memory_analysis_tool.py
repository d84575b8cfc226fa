#!/usr/bin/env python3
"""Circular buffers for S tiles of A and R tiles of B, by policy: `ironbird memory plan`.

usage: memory_analysis_tool.py S R | --multi | --help
"""
from front_end import hand_over

hand_over("plan")
