// Limits that kernels have.
#pragma once

// The packer writes at most this many tiles of a row as rows of elements.
#define MAX_PACK_UNTILIZE_WIDTH 8
