#!/usr/bin/env python3
"""Circular buffers of host sources: `ironbird memory code`.

usage: code_memory_analyzer.py [PATH...] | --help
"""
from front_end import hand_over

hand_over("code")
