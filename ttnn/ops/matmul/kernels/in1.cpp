// Blocks of the right factor, and the bias.
#include "clear.h"
#include "product.h"
#include "stream.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_1, kStaging = tt::CBIndex::c_3;
constexpr uint32_t kBias = tt::CBIndex::c_4, kFlags = tt::CBIndex::c_7;
constexpr bool kTransposed = get_compile_time_arg_val(0) != 0;  // stored transposed
constexpr uint32_t kBytes = get_compile_time_arg_val(1);        // of an element
constexpr bool kHasBias = get_compile_time_arg_val(2) != 0;
constexpr auto kArgs = TensorAccessorArgs<3>();
constexpr auto kBiasArgs = TensorAccessorArgs<kArgs.next_compile_time_args_offset()>();

template <typename Matrix>
struct Source {
    const Product& product;
    const Matrix& matrix;
    const uint32_t next = get_common_arg_val<uint32_t>(14);  // from matrix to matrix
    const uint32_t bytes = page_bytes(kIn);

    void read(uint32_t block, uint32_t to) const {
        const uint32_t unit = block / product.blocks;
        const uint32_t k = block % product.blocks * product.steps, column = product.column(unit);
        const uint32_t base = product.matrix(unit) * next;
        for (uint32_t s = k; s < k + product.steps; ++s)
            for (uint32_t j = 0; j < product.width; ++j, to += bytes) {
                const uint32_t n = at_most(column + j, product.columns - 1);
                noc_async_read_page(
                    base + (kTransposed ? n * product.inner + s : s * product.columns + n), matrix,
                    to);
            }
    }

    void finish(uint32_t block, uint32_t at) const {
        if (product.tail == 0 || (block + 1) % product.blocks != 0) return;
        at += (product.steps - 1) * product.width * bytes;
        for (uint32_t j = 0; j < product.width; ++j, at += bytes)
            clear_from<kBytes>(at, product.tail, kTransposed);
    }
};

void read_bias(const Product& product, uint32_t unit) {
    const auto bias =
        TensorAccessor(kBiasArgs, get_common_arg_val<uint32_t>(15), page_bytes(kBias));
    cb_reserve_back(kBias, product.width);
    uint32_t to = get_write_ptr(kBias);
    for (uint32_t j = 0; j < product.width; ++j, to += page_bytes(kBias))
        noc_async_read_page(at_most(product.column(unit) + j, product.columns - 1), bias, to);
    noc_async_read_barrier();
    cb_push_back(kBias, product.width);
}

}  // namespace

void kernel_main() {
    const Product product;
    const Group group(4);
    if (product.idle() && group.size == 1) return;
    const auto matrix = TensorAccessor(kArgs, get_common_arg_val<uint32_t>(13), page_bytes(kIn));
    Source<decltype(matrix)> source{product, matrix};
    const uint32_t tiles = product.width * product.steps;
    Stream stream(source, group, kIn, kStaging, kFlags, tiles, tiles * source.bytes,
                  product.units * product.blocks, product.depth, product.lead, 1);
    for (uint32_t unit = 0; unit < product.units; ++unit) {
        if constexpr (kHasBias)
            if (!product.idle()) read_bias(product, unit);
        for (uint32_t block = 0; block < product.blocks; ++block) stream.step();
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
