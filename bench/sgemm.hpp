// The yardstick for matrix products; apart, because OpenBLAS has a bfloat16 of its own.
#pragma once

namespace ironbird::bench {

// c = a b, square and row-major, by OpenBLAS on this many threads.
void sgemm(int size, const float* a, const float* b, float* c, int threads);

}  // namespace ironbird::bench
