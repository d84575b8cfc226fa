// A draw from the most probable elements of a row, for each user one row.
#include "numbers.h"
#include "rows.h"

namespace {

constexpr uint32_t kMost = 32;    // elements that are drawn from
constexpr uint32_t kPart = 1024;  // elements that are read at a time
using ValueArgs = TensorAccessorArgs<0>;
using IndexArgs = TensorAccessorArgs<ValueArgs::next_compile_time_args_offset()>;
using CountArgs = TensorAccessorArgs<IndexArgs::next_compile_time_args_offset()>;
using ShareArgs = TensorAccessorArgs<CountArgs::next_compile_time_args_offset()>;
using ScaleArgs = TensorAccessorArgs<ShareArgs::next_compile_time_args_offset()>;
using OutArgs = TensorAccessorArgs<ScaleArgs::next_compile_time_args_offset()>;
using Real = Numbers<kBfloat16>;

// exp, of numbers up to 0: a power of two and a polynomial for the rest.
float power(float x) {
    const float y = x * 1.44269504f;
    if (!(y >= -126)) return 0;
    const int32_t whole = static_cast<int32_t>(y) - 1;
    const float f = (y - static_cast<float>(whole)) * 0.693147181f;
    float sum = 1;
    for (uint32_t n = 8; n > 0; --n) sum = 1 + f / static_cast<float>(n) * sum;
    return sum * Numbers<kFloat32>::value(static_cast<uint32_t>(whole + 127) << 23);
}

// From 0 up to 1, not 1 itself.
float draw(uint32_t seed, uint32_t user) {
    uint32_t x = seed * 0x9e3779b9u + user * 0x85ebca6bu + 1;
    for (uint32_t i = 0; i < 3; ++i) {
        x ^= x >> 16;
        x *= 0x7feb352du;
        x ^= x >> 15;
        x *= 0x846ca68bu;
    }
    return static_cast<float>(x >> 8) / 16777216.0f;
}

// The greatest elements of a row in their order.
struct Greatest {
    float value[kMost];
    uint32_t place[kMost];
    uint32_t count = 0;

    void add(float x, uint32_t at, uint32_t most) {
        if (count == most && !(x > value[count - 1])) return;
        uint32_t i = count < most ? count++ : count - 1;
        for (; i > 0 && x > value[i - 1]; --i) {
            value[i] = value[i - 1];
            place[i] = place[i - 1];
        }
        value[i] = x;
        place[i] = at;
    }

    // Which one is drawn.
    uint32_t pick(float share, float scale, float chance) {
        float total = 0;
        for (uint32_t i = count; i-- > 0;) {
            value[i] = power((value[i] - value[0]) * scale);
            total += value[i];
        }
        float mass = value[0];
        uint32_t kept = 1;
        while (kept < count && mass < share * total) mass += value[kept++];
        float below = 0;
        for (uint32_t i = 0; i + 1 < kept; ++i) {
            below += value[i];
            if (below > chance * mass) return place[i];
        }
        return place[kept - 1];
    }
};

// An element of a list that is one page.
template <typename Args, uint32_t bytes>
uint32_t entry(uint32_t first, uint32_t i, uint32_t held) {
    Rows<Args, bytes, false> list(first);
    list.seek(0);
    list.read(0, i + 1, held);
    noc_async_read_barrier();
    return load<bytes>(list.at(held, i));
}

}  // namespace

void kernel_main() {
    const uint32_t width = get_common_arg_val<uint32_t>(30);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t held = (get_write_ptr(tt::CBIndex::c_0) + 63) & ~63u;
    Rows<ValueArgs, 2, true> values(0);
    Rows<IndexArgs, 4, false> indices(5);
    Rows<OutArgs, 4, false> out(25);
    out.seek(0);
    for (uint32_t user = first; user < first + count; ++user) {
        const uint32_t asked = entry<CountArgs, 4>(10, user, held);
        const float share = Real::value(entry<ShareArgs, 2>(15, user, held));
        const float scale = Real::value(entry<ScaleArgs, 2>(20, user, held));
        const uint32_t most = asked == 0 ? 1 : asked < kMost ? asked : kMost;
        values.seek(user);
        Greatest greatest;
        for (uint32_t begin = 0; begin < width; begin += kPart) {
            const uint32_t now = width - begin < kPart ? width - begin : kPart;
            values.read(begin, now, held);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < now; ++i)
                greatest.add(Real::value(load<2>(values.at(held, i))), begin + i, most);
        }
        const uint32_t place =
            greatest.pick(share, scale, draw(get_common_arg_val<uint32_t>(31 + user), user));
        indices.seek(user);
        indices.read(place / 32 * 32, place % 32 + 1, held);
        noc_async_read_barrier();
        // Source and target lie alike within 16 bytes, as the NoC wants it.
        const uint32_t made = held + 1024 + user % 4 * 4;
        store<4>(made, load<4>(indices.at(held, place % 32)));
        out.write(user, 1, made);
        noc_async_write_barrier();
    }
}
