// Blocks of the left factor, and the product to where it goes: a unit is written while the blocks
// of the next one are moved.
#include "clear.h"
#include "product.h"
#include "stream.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2, kFlags = tt::CBIndex::c_6;
constexpr uint32_t kOut = tt::CBIndex::c_16;
constexpr bool kTransposed = get_compile_time_arg_val(0) != 0;  // stored transposed
constexpr uint32_t kBytes = get_compile_time_arg_val(1);        // of an element
constexpr auto kArgs = TensorAccessorArgs<2>();
constexpr auto kOutArgs = TensorAccessorArgs<kArgs.next_compile_time_args_offset()>();

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

template <typename Matrix>
class Writer {
 public:
    Writer(const Product& product, const Matrix& out) : product_(product), out_(out) {}

    uint32_t sub_blocks() const {
        return product_.height / product_.sub_height * (product_.width / product_.sub_width);
    }

    // The next sub-block, without what it has beyond the edges.
    void write() {
        const uint32_t tiles = product_.sub_height * product_.sub_width;
        const uint32_t row = product_.row(unit_) + row_, column = product_.column(unit_) + column_;
        const uint32_t base =
            product_.matrix(unit_) * product_.rows * product_.columns + row * product_.columns;
        cb_wait_front(kOut, tiles);
        const uint32_t from = get_read_ptr(kOut);
        for (uint32_t i = 0; i < product_.sub_height && row + i < product_.rows; ++i)
            for (uint32_t j = 0; j < product_.sub_width && column + j < product_.columns; ++j)
                noc_async_write_page(base + i * product_.columns + column + j, out_,
                                     from + (i * product_.sub_width + j) * bytes_);
        noc_async_writes_flushed();
        cb_pop_front(kOut, tiles);
        advance();
    }

 private:
    void advance() {
        if ((column_ += product_.sub_width) < product_.width) return;
        column_ = 0;
        if ((row_ += product_.sub_height) < product_.height) return;
        row_ = 0;
        ++unit_;
    }

    const Product& product_;
    const Matrix& out_;
    const uint32_t bytes_ = page_bytes(kOut);
    uint32_t unit_ = 0, row_ = 0, column_ = 0;
};

}  // namespace

void kernel_main() {
    const Product product;
    const Group group(4);
    if (product.idle() && group.size == 1) return;
    const auto matrix = TensorAccessor(kArgs, get_common_arg_val<uint32_t>(13), page_bytes(kIn));
    const auto out = TensorAccessor(kOutArgs, get_common_arg_val<uint32_t>(15), page_bytes(kOut));
    Source<decltype(matrix)> source{product, matrix};
    const uint32_t tiles = product.height * product.steps;
    Stream stream(source, group, kIn, kStaging, kFlags, tiles, tiles * source.bytes,
                  product.units * product.blocks, product.depth, product.lead, 0);
    Writer writer(product, out);
    const uint32_t subs = product.idle() ? 0 : writer.sub_blocks();
    // Once two blocks of a unit are moved, the unit before it is finished: no wait for it.
    const uint32_t at_once =
        product.blocks > 2 ? (subs + product.blocks - 3) / (product.blocks - 2) : 0;
    uint32_t left = 0;
    for (uint32_t unit = 0; unit < product.units; ++unit) {
        for (uint32_t block = 0; block < product.blocks; ++block) {
            stream.step();
            if (block < 2) continue;
            for (uint32_t i = 0; i < at_once && left != 0; ++i, --left) writer.write();
        }
        for (; left != 0; --left) writer.write();
        left = subs;
    }
    for (; left != 0; --left) writer.write();
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
