// OpenBLAS's single precision product.
#include "sgemm.hpp"

#include <cblas.h>

namespace ironbird::bench {

void sgemm(int size, const float* a, const float* b, float* c, int threads) {
    openblas_set_num_threads(threads);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a, size, b, size, 0,
                c, size);
}

}  // namespace ironbird::bench
