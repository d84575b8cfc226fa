// Rows in which every result is made of the one before and the next element, or the last result of
// each alone.
#include "numbers.h"
#include "rows.h"

namespace {

constexpr uint32_t kType = get_compile_time_arg_val(0);
constexpr bool kTiled = get_compile_time_arg_val(1) != 0;
constexpr bool kLastOnly = get_compile_time_arg_val(2) != 0;
constexpr uint32_t kOperation = get_compile_time_arg_val(3);  // 0 sum, 1 product, 2 average
using InArgs = TensorAccessorArgs<4>;
using OutArgs = TensorAccessorArgs<InArgs::next_compile_time_args_offset()>;

constexpr uint32_t kPart = 1024;  // elements that are read and written at a time
using Number = Numbers<kType>;
using Carried = Number::Value;

Carried next(Carried before, Carried now, float weight) {
    if constexpr (kOperation == 0) return before + now;
    if constexpr (kOperation == 1) return before * now;
    return static_cast<Carried>(weight * before + (1 - weight) * now);
}

}  // namespace

void kernel_main() {
    constexpr uint32_t bytes = Number::kBytes;
    const uint32_t width = get_common_arg_val<uint32_t>(10);
    const bool reverse = get_common_arg_val<uint32_t>(11) != 0;
    const float weight = Numbers<kFloat32>::value(get_common_arg_val<uint32_t>(12));
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t held = (get_write_ptr(tt::CBIndex::c_0) + 63) & ~63u, made = held + 4 * kPart;
    Rows<InArgs, bytes, kTiled> from(0);
    Rows<OutArgs, bytes, kTiled> to(5);
    const uint32_t parts = (width + kPart - 1) / kPart;
    for (uint32_t row = first; row < first + count; ++row) {
        from.seek(row);
        to.seek(row);
        Carried carried = kOperation == 1 ? 1 : 0;
        for (uint32_t p = 0; p < parts; ++p) {
            const uint32_t begin = (reverse ? parts - 1 - p : p) * kPart;
            const uint32_t now = width - begin < kPart ? width - begin : kPart;
            from.read(begin, now, held);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < now; ++i) {
                const uint32_t at = reverse ? now - 1 - i : i;
                carried = next(carried, Number::value(load<bytes>(from.at(held, at))), weight);
                if constexpr (!kLastOnly) store<bytes>(made + at * bytes, Number::bits(carried));
            }
            if constexpr (kLastOnly) continue;
            to.write(begin, now, made);
            noc_async_write_barrier();
        }
        if constexpr (!kLastOnly) continue;
        store<bytes>(made, Number::bits(carried));
        to.write(0, 1, made);
        noc_async_write_barrier();
    }
}
