// The tiles of one or several tensors in the order of a walk, with values of their own in their
// padding.
#include <utility>

#include "padding.h"
#include "walk.h"

namespace {

constexpr uint32_t kTensors = get_compile_time_arg_val(0);
// Common arguments: addresses and sizes of tiles come first.
constexpr uint32_t kBytes = kTensors, kBatch = kBytes + kTensors, kPeriod = kBatch + 1;
constexpr uint32_t kPadding = kPeriod + 1;
constexpr uint32_t kWalk = kPadding + 5 * kTensors;
constexpr uint32_t kShards = kWalk + (kTensors + 1) * Walk<kTensors>::kDims;

// The words of the accessor of one tensor follow those of the one before.
template <uint32_t tensor>
constexpr uint32_t place_of() {
    if constexpr (tensor == 0)
        return 1;
    else
        return TensorAccessorArgs<place_of<tensor - 1>()>::next_compile_time_args_offset();
}
template <uint32_t tensor>
auto args_of() {
    using Args = TensorAccessorArgs<place_of<tensor>()>;
    if constexpr (tensor == 0)
        return Args(kShards);
    else
        return Args(args_of<tensor - 1>().next_common_runtime_args_offset());
}

// The next so many tiles of one tensor into its CB, which has the tensor's number. Lines often
// begin in the same bank: cores that read at a time begin at different tiles.
template <uint32_t tensor>
void read(const Walk<kTensors>& begin, uint32_t count, uint32_t turn) {
    const uint32_t tile_bytes = get_common_arg_val<uint32_t>(kBytes + tensor);
    const auto from =
        TensorAccessor(args_of<tensor>(), get_common_arg_val<uint32_t>(tensor), tile_bytes);
    cb_reserve_back(tensor, count);
    const uint32_t start = get_write_ptr(tensor);
    const auto some = [&](Walk<kTensors> walk, uint32_t first, uint32_t end) {
        uint32_t to = start + first * tile_bytes;
        for (uint32_t i = first; i < end; ++i, to += tile_bytes, walk.next())
            noc_async_read_page(walk.page[tensor], from, to);
    };
    const uint32_t first = turn % count;
    Walk<kTensors> later = begin;
    for (uint32_t i = 0; i < first; ++i) later.next();
    some(later, first, count);
    some(begin, 0, first);
}

template <uint32_t tensor>
void finish(Walk<kTensors> walk, uint32_t count) {
    const uint32_t tile_bytes = get_common_arg_val<uint32_t>(kBytes + tensor);
    const Padding padding(kPadding + 5 * tensor, tile_bytes);
    if (padding.any()) {
        uint32_t at = get_write_ptr(tensor);
        for (uint32_t i = 0; i < count; ++i, at += tile_bytes, walk.next())
            padding.fill(walk.page[tensor], at);
    }
    cb_push_back(tensor, count);
}

template <uint32_t... tensor>
void bring(const Walk<kTensors>& walk, uint32_t count, uint32_t turn,
           std::integer_sequence<uint32_t, tensor...>) {
    (read<tensor>(walk, count, turn), ...);
    noc_async_read_barrier();
    (finish<tensor>(walk, count), ...);
}

}  // namespace

// No batch goes past a multiple of the period: CBs that hold whole lines have their size.
void kernel_main() {
    const uint32_t period = get_common_arg_val<uint32_t>(kPeriod);
    const uint32_t batch = get_common_arg_val<uint32_t>(kBatch);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Walk<kTensors> walk(kWalk, first);
    const uint32_t turn = 5 * (first / period);  // has no divisor in common with 8 and 12 banks
    uint32_t left = period;
    for (uint32_t done = 0; done < count;) {
        uint32_t now = count - done < batch ? count - done : batch;
        now = left < now ? left : now;
        left = left == now ? period : left - now;
        bring(walk, now, turn, std::make_integer_sequence<uint32_t, kTensors>());
        for (uint32_t i = 0; i < now; ++i) walk.next();
        done += now;
    }
}
