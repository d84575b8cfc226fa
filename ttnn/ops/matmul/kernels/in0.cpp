// Blocks of the left factor.
#include "clear.h"
#include "product.h"
#include "stream.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2, kFlags = tt::CBIndex::c_6;
constexpr bool kTransposed = get_compile_time_arg_val(0) != 0;  // stored transposed
constexpr uint32_t kBytes = get_compile_time_arg_val(1);        // of an element
constexpr auto kArgs = TensorAccessorArgs<2>();

template <typename Matrix>
struct Source {
    const Product& product;
    const Matrix& matrix;
    const uint32_t next = get_common_arg_val<uint32_t>(14);  // from matrix to matrix
    const uint32_t bytes = page_bytes(kIn);

    void read(uint32_t block, uint32_t to) const {
        const uint32_t unit = block / product.blocks;
        const uint32_t k = block % product.blocks * product.steps, row = product.row(unit);
        const uint32_t base = product.matrix(unit) * next;
        for (uint32_t i = 0; i < product.height; ++i) {
            const uint32_t r = at_most(row + i, product.rows - 1);
            uint32_t page = base + (kTransposed ? k * product.rows + r : r * product.inner + k);
            for (uint32_t s = 0; s < product.steps; ++s, to += bytes) {
                noc_async_read_page(page, matrix, to);
                page += kTransposed ? product.rows : 1;
            }
        }
    }

    void finish(uint32_t block, uint32_t at) const {
        if (product.tail == 0 || (block + 1) % product.blocks != 0) return;
        for (uint32_t i = 1; i <= product.height; ++i)
            clear_from<kBytes>(at + (i * product.steps - 1) * bytes, product.tail, !kTransposed);
    }
};

}  // namespace

void kernel_main() {
    const Product product;
    const Group group(4);
    if (product.idle() && group.size == 1) return;
    const auto matrix = TensorAccessor(kArgs, get_common_arg_val<uint32_t>(13), page_bytes(kIn));
    Source<decltype(matrix)> source{product, matrix};
    const uint32_t total = product.units * product.blocks;
    const uint32_t tiles = product.height * product.steps;
    Stream stream(source, group, kIn, kStaging, kFlags, tiles, tiles * source.bytes, total,
                  product.depth, product.lead, 0);
    for (uint32_t block = 0; block < total; ++block) stream.step();
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
