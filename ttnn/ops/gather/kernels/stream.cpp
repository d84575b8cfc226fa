// The input, row by row, in batches of tiles (or a stick at a time), once for every group of index
// tiles that the core keeps. Several cores may share one stream.
#include "../../../kernels/mover.h"
#include "gather.h"

namespace {

constexpr uint32_t kInput = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2;
constexpr auto kArgs = TensorAccessorArgs<2>();

template <typename Matrix>
struct Source {
    const Shapes& shapes;
    const Matrix& matrix;
    const uint32_t batch = get_common_arg_val<uint32_t>(Shapes::kExtra);
    const uint32_t bytes = get_common_arg_val<uint32_t>(Shapes::kExtra + 1);  // of a page
    const uint32_t first_row = get_arg_val<uint32_t>(0);
    const uint32_t groups = get_arg_val<uint32_t>(2);  // of index tiles in a row
    const uint32_t batches = (shapes.in_tiles + batch - 1) / batch;

    void read(uint32_t block, uint32_t to) const {
        const uint32_t row = shapes.input_row(first_row + block / batches / groups);
        const uint32_t first = block % batches * batch;
        for (uint32_t t = first; t < first + batch && t < shapes.in_tiles; ++t, to += bytes)
            noc_async_read(matrix.get_noc_addr(row * shapes.in_tiles + t), to, bytes);
    }
    void finish(uint32_t, uint32_t) const {}
};

}  // namespace

// Arguments: first row, number of rows, groups of index tiles (0: the core has no work); its group.
void kernel_main() {
    const Shapes shapes;
    const auto matrix = TensorAccessor(kArgs, shapes.input);
    const Group group(3);
    if (group.size == 1 && get_arg_val<uint32_t>(2) == 0) return;
    Source<decltype(matrix)> source{shapes, matrix};
    const uint32_t total = get_arg_val<uint32_t>(1) * source.groups * source.batches;
    Mover mover(source, group, kInput, kStaging, source.batch, source.batch * source.bytes, total,
                0);
    for (uint32_t block = 0; block < total; ++block) mover.step();
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
