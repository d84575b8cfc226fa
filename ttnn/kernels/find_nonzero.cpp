// The places of a tensor in rows where it is not zero, as four indices each, and their number.
#include "boxes.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kRow = tt::CBIndex::c_0, kFound = tt::CBIndex::c_1;
constexpr uint32_t kMostFound = 256;  // places that are written at a time
using Args = TensorAccessorArgs<0>;
using OutArgs = TensorAccessorArgs<Args::next_compile_time_args_offset()>;

uint32_t element(uint32_t address, uint32_t bytes) {
    if (bytes == 1) return *reinterpret_cast<volatile tt_l1_ptr uint8_t*>(address);
    if (bytes == 2) return *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(address);
    return *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
}

class Found {
 public:
    void add(uint32_t row, uint32_t column) {
        const uint32_t h = row % height_, c = row / height_ % channels_;
        const uint32_t index[] = {row / height_ / channels_, c, h, column};
        for (uint32_t i = 0; i < 4; ++i) held_[4 * waiting_ + i] = index[i];
        ++count;
        if (++waiting_ == kMostFound) flush();
    }
    void flush() {
        if (waiting_ == 0) return;
        settle(at_ + waiting_ * 16 - 4);
        noc_async_write(at_, to_.get_noc_addr(0, written_), waiting_ * 16);
        noc_async_write_barrier();
        written_ += waiting_ * 16;
        waiting_ = 0;
    }
    void write_count(uint64_t to) {
        flush();
        for (uint32_t i = 0; i < 8; ++i) held_[i] = i == 0 ? count : 0;
        settle(at_ + 28);
        noc_async_write(at_, to, 32);
        noc_async_write_barrier();
    }

    uint32_t count = 0;

 private:
    const uint32_t at_ = get_write_ptr(kFound), channels_ = common(7), height_ = common(8);
    volatile tt_l1_ptr uint32_t* const held_ = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at_);
    const TensorAccessor<tensor_accessor::SpecOf<OutArgs>> to_{OutArgs(), common(2), common(3)};
    uint32_t waiting_ = 0, written_ = 0;
};

}  // namespace

void kernel_main() {
    const auto from = TensorAccessor(Args(), common(0), common(1));
    const auto number = TensorAccessor(OutArgs(), common(4), 32);
    const uint32_t rows = common(5), width = common(6), bytes = common(9), mask = common(10);
    const uint32_t chunk = common(11);  // elements of a row that are held
    const uint32_t at = get_write_ptr(kRow);
    Found found;
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < width; column += chunk) {
            const uint32_t now = width - column < chunk ? width - column : chunk;
            noc_async_read(from.get_noc_addr(row, column * bytes), at, now * bytes);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < now; ++i)
                if ((element(at + i * bytes, bytes) & mask) != 0) found.add(row, column + i);
        }
    found.write_count(number.get_noc_addr(0));
}
