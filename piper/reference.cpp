// Scalar references: no vectors, no tricks, double precision.
#include "reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "embedding.hpp"

namespace piper::reference {

double number(Value x) {
    if (x.type == Type::f32) return std::bit_cast<float>(x.bits);
    return x.type == Type::i32 ? static_cast<std::int32_t>(x.bits) : static_cast<double>(x.bits);
}

Value value_of(Type type, double number) {
    if (type == Type::f32) return {type, std::bit_cast<std::uint32_t>(static_cast<float>(number))};
    const bool is_signed = type == Type::i32;
    const double least = is_signed ? std::numeric_limits<std::int32_t>::min() : 0;
    const double most = is_signed ? std::numeric_limits<std::int32_t>::max()
                                  : std::numeric_limits<std::uint32_t>::max();
    return {type, static_cast<std::uint32_t>(
                      static_cast<std::int64_t>(std::clamp(std::trunc(number), least, most)))};
}

Value bucketize(const Operator& op, Value x) {
    const auto below =
        std::ranges::count_if(op.boundaries, [&](double b) { return b < number(x); });
    return {Type::u32, static_cast<std::uint32_t>(below), x.missing};
}

// A limit beyond the type's range is its end: integers stay exact.
Value clamp(const Operator& op, Value x) {
    const Value low = value_of(x.type, op.value(0)), high = value_of(x.type, op.value(1));
    const double v = number(x);
    if (!(v > number(low))) x.bits = low.bits;
    if (number(x) > number(high)) x.bits = high.bits;
    return x;
}

Value fill_missing(const Operator& op, Value x) {
    if (!x.missing && !std::isnan(number(x))) return x;
    return value_of(x.type, op.value(0));
}

Value hash_index(const Operator& op, Value x) {
    const double v = std::fabs(std::trunc(number(x)));
    const double id = std::isfinite(v) ? std::fmod(v, op.value(0)) : 0;
    return {Type::u32, static_cast<std::uint32_t>(id), x.missing};
}

// Exact to the last bit: of ln(x + 1) also where x is too small to change a sum of floats; with
// other offsets the sum is of floats, as a kernel has it.
Value logarithm(const Operator& op, Value x) {
    const auto v = static_cast<float>(number(x)), offset = static_cast<float>(op.value(0));
    const double exact = offset == 1 ? std::log1p(static_cast<double>(v))
                                     : std::log(static_cast<double>(v + offset));
    Value result = value_of(Type::f32, exact);
    result.missing = x.missing;
    return result;
}

Value modulus(const Operator& op, Value x) {
    const auto m = static_cast<std::int64_t>(op.value(0));
    const std::int64_t v =
        x.type == Type::i32 ? static_cast<std::int32_t>(x.bits) : static_cast<std::int64_t>(x.bits);
    return {Type::u32, static_cast<std::uint32_t>((v % m + m) % m), x.missing};
}

Value neg_to_zero(const Operator&, Value x) {
    if (!(number(x) > 0)) x.bits = 0;
    return x;
}

// The mixing steps are SplitMix64's; the pipelines that name this operator leave them open.
Value sigrid_hash(const Operator& op, Value x) {
    std::uint64_t h = x.bits + (static_cast<std::uint64_t>(op.value(0)) + 1) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    h ^= h >> 31;
    return {Type::u32, static_cast<std::uint32_t>(h % static_cast<std::uint64_t>(op.value(1))),
            x.missing};
}

Column embedding(const Operator& op, const Column& ids) {
    const Embedding table(op);
    Column out{.type = Type::f32, .width = table.dim() * ids.width};
    for (const std::uint32_t id : ids.words)
        for (std::uint32_t d = 0; d < table.dim(); ++d)
            out.words.push_back(std::bit_cast<std::uint32_t>(table.at(id, d)));
    return out;
}

Column first_x(const Operator& op, const Column& list) {
    Column out{.type = list.type, .width = static_cast<std::uint32_t>(op.value(0))};
    for (std::size_t row = 0; row < list.rows(); ++row)
        for (std::uint32_t i = 0; i < out.width; ++i)
            out.words.push_back(i < list.width ? list.words[row * list.width + i] : 0);
    return out;
}

Column hex_to_int(const Operator&, const Column& text) {
    Column out{.type = Type::u32, .missing = text.missing};
    out.missing.resize(text.rows());
    for (std::size_t row = 0; row < text.rows(); ++row) {
        std::uint32_t value = 0;
        bool good = true;
        for (std::size_t i = 0; i < 8; ++i) {
            const std::uint32_t byte = text.words[2 * row + i / 4] >> 8 * (i % 4) & 0xff;
            const char c = static_cast<char>(byte);
            if (c >= '0' && c <= '9')
                value = value * 16 + (byte - '0');
            else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
                value = value * 16 + (byte | 0x20) - 'a' + 10;
            else
                good = false;
        }
        if (!good) out.missing[row] = 1;
        out.words.push_back(good ? value : 0);
    }
    return out;
}

Column one_hot(const Operator& op, const Column& ids) {
    const auto size = static_cast<std::uint32_t>(op.value(0));
    Column out{.type = Type::f32, .width = size * ids.width};
    for (const std::uint32_t id : ids.words)
        for (std::uint32_t i = 0; i < size; ++i)
            out.words.push_back(i == id ? std::bit_cast<std::uint32_t>(1.0f) : 0);
    return out;
}

}  // namespace piper::reference
