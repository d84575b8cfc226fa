// Rows of a tensor, in which elements are replaced by those of a second one, or combined with them,
// at places that a third one names. A part of a row is held at a time; whatever belongs elsewhere
// is passed over.
#include "boxes.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kRow = tt::CBIndex::c_0, kPlaces = tt::CBIndex::c_1, kSource = tt::CBIndex::c_2;
constexpr uint32_t kKind = get_compile_time_arg_val(0);
constexpr uint32_t kHow = get_compile_time_arg_val(1);  // 0: replace, 1: add, 2: multiply
constexpr uint32_t kNowhere = ~0u;
using InArgs = TensorAccessorArgs<2>;
using PlaceArgs = TensorAccessorArgs<InArgs::next_compile_time_args_offset()>;
using SourceArgs = TensorAccessorArgs<PlaceArgs::next_compile_time_args_offset()>;
using OutArgs = TensorAccessorArgs<SourceArgs::next_compile_time_args_offset()>;

struct Bfloat16 {
    uint16_t bits;

    float value() const { return __builtin_bit_cast(float, uint32_t(bits) << 16); }
    static uint16_t rounded(float value) {
        const uint32_t word = __builtin_bit_cast(uint32_t, value);
        return (word + 0x7fff + ((word >> 16) & 1)) >> 16;
    }
};

template <typename T>
T combined(T a, T b) {
    return kHow == 0 ? b : kHow == 1 ? T(a + b) : T(a * b);
}

template <typename T>
void put(uint32_t to, uint32_t from) {
    at<T>(to) = combined<T>(at<T>(to), at<T>(from));
}
void put_real(uint32_t to, uint32_t from) {
    const float a = __builtin_bit_cast(float, uint32_t(at<uint32_t>(to)));
    const float b = __builtin_bit_cast(float, uint32_t(at<uint32_t>(from)));
    at<uint32_t>(to) = __builtin_bit_cast(uint32_t, combined(a, b));
}
void put_short_real(uint32_t to, uint32_t from) {
    const Bfloat16 a{at<uint16_t>(to)}, b{at<uint16_t>(from)};
    at<uint16_t>(to) = Bfloat16::rounded(combined(a.value(), b.value()));
}

// Kinds of elements: bytes, halves, words; real halves and words where they are combined.
constexpr uint32_t kBytes = kKind == 0 ? 1 : kKind == 1 || kKind == 3 ? 2 : 4;
void put_element(uint32_t to, uint32_t from) {
    if constexpr (kKind == 0)
        put<uint8_t>(to, from);
    else if constexpr (kKind == 1)
        put<uint16_t>(to, from);
    else if constexpr (kKind == 2)
        put<uint32_t>(to, from);
    else if constexpr (kKind == 3)
        put_short_real(to, from);
    else
        put_real(to, from);
}

class Row {
 public:
    void scatter(uint32_t row) {
        const uint32_t width = common(8), chunk = common(10);
        for (uint32_t begin = 0; begin < width; begin += chunk) {
            const uint32_t size = width - begin < chunk ? width - begin : chunk;
            noc_async_read(in_.get_noc_addr(row, begin * kBytes), held_, size * kBytes);
            noc_async_read_barrier();
            put_all(row, begin, size);
            settle(last_);
            noc_async_write(held_, out_.get_noc_addr(row, begin * kBytes), size * kBytes);
            noc_async_write_barrier();
        }
    }

 private:
    void put_all(uint32_t row, uint32_t begin, uint32_t size) {
        const uint32_t entries = common(9), most = common(11);
        for (uint32_t first = 0; first < entries; first += most) {
            const uint32_t now = entries - first < most ? entries - first : most;
            noc_async_read(places_.get_noc_addr(row, first * 4), listed_, now * 4);
            noc_async_read(source_.get_noc_addr(row, first * kBytes), from_, now * kBytes);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < now; ++i) {
                const uint32_t place = at<uint32_t>(listed_ + i * 4);
                if (place == kNowhere) continue;
                ASSERT(place < common(8));
                if (place - begin >= size) continue;
                last_ = held_ + (place - begin) * kBytes;
                put_element(last_, from_ + i * kBytes);
            }
        }
    }

    const TensorAccessor<tensor_accessor::SpecOf<InArgs>> in_{InArgs(), common(0), common(1)};
    const TensorAccessor<tensor_accessor::SpecOf<PlaceArgs>> places_{PlaceArgs(), common(2),
                                                                     common(3)};
    const TensorAccessor<tensor_accessor::SpecOf<SourceArgs>> source_{SourceArgs(), common(4),
                                                                      common(5)};
    const TensorAccessor<tensor_accessor::SpecOf<OutArgs>> out_{OutArgs(), common(6), common(7)};
    const uint32_t held_ = get_write_ptr(kRow), listed_ = get_write_ptr(kPlaces),
                   from_ = get_write_ptr(kSource);
    uint32_t last_ = held_;  // that was stored
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Row held;
    for (uint32_t row = first; row < first + count; ++row) held.scatter(row);
}
