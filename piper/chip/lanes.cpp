// Arithmetic goes to the vector unit where its result is the reference's there; remainders, hashes
// and tables, and all that a Dst of 16 bits would cut, to the data-movement processors.
#include "chip/lanes.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "reference.hpp"

namespace piper::chip {
namespace {

char letter(Type type) {
    return name_of(type)[0];
}

std::string word(std::uint32_t bits) {
    return fmt::format("0x{:x}u", bits);
}
std::string parameter(const Operator& op, std::size_t i, Type type) {
    return word(reference::value_of(type, op.value(i)).bits);
}
std::string whole(const Operator& op, std::size_t i) {
    return word(static_cast<std::uint32_t>(op.value(i)));
}

constexpr double kNone = std::numeric_limits<double>::infinity();

// ---- Bucketize: boundaries as numbers of the column's type

struct Limits {
    std::uint32_t always = 0;  // boundaries that all numbers are above
    std::string numbers{};
};

// Floats in the order of signed integers, as in kernels/lanes.h.
std::int32_t order(float f) {
    const auto bits = std::bit_cast<std::int32_t>(f == 0 ? 0.0f : f);
    return bits < 0 ? bits ^ 0x7fffffff : bits;
}

std::int32_t float_limit(double boundary) {
    const auto f = static_cast<float>(boundary);
    return order(static_cast<double>(f) > boundary ? std::nextafter(f, -INFINITY) : f);
}

Limits limits_of(const Operator& op, Type type) {
    Limits limits;
    const double least = type == Type::u32 ? 0 : INT32_MIN;
    const double most = type == Type::u32 ? UINT32_MAX : INT32_MAX;
    for (const double boundary : op.boundaries) {
        if (type == Type::f32)
            limits.numbers += fmt::format("{}, ", float_limit(boundary));
        else if (boundary < least)
            ++limits.always;
        else if (boundary < most)
            limits.numbers += fmt::format("{}, ", static_cast<std::int64_t>(std::floor(boundary)));
    }
    return limits;
}

struct Code {
    std::string text, tables{};
};

Code bucketize(const Operator& op, Type type, std::size_t number) {
    const Limits limits = limits_of(op, type);
    if (limits.numbers.empty()) return {fmt::format("x = {}u;", limits.always)};
    const std::string_view kind = type == Type::u32 ? "uint32_t" : "int32_t";
    const std::string_view key = type == Type::f32   ? "lane::order(x)"
                                 : type == Type::i32 ? "static_cast<int32_t>(x)"
                                                     : "x";
    return {fmt::format("x = {}{}u + lane::bucket<{}>({}, limits{});",
                        type == Type::f32 ? "lane::is_nan(x) ? 0u : " : "", limits.always, kind,
                        key, number),
            fmt::format("constexpr {} limits{}[] = {{{}}};", kind, number, limits.numbers)};
}

// ---- each operator in scalar code, `x` in place

Code clamp(const Operator& op, Type type, std::size_t) {
    return {fmt::format("x = lane::clamp_{}(x, {}, {});", letter(type), parameter(op, 0, type),
                        parameter(op, 1, type))};
}
Code neg_to_zero(const Operator&, Type type, std::size_t) {
    return {fmt::format("x = lane::clamp_{}(x, 0u, {});", letter(type),
                        word(reference::value_of(type, kNone).bits))};
}
Code fill_missing(const Operator& op, Type type, std::size_t) {
    return {fmt::format("if ({}PIPER_MISSING) x = {};",
                        type == Type::f32 ? "lane::is_nan(x) || " : "", parameter(op, 0, type))};
}
Code modulus(const Operator& op, Type type, std::size_t) {
    if (type == Type::i32) return {fmt::format("x = lane::modulus_i(x, {});", whole(op, 0))};
    return {fmt::format("x = x % {};", whole(op, 0))};
}
Code hash_index(const Operator& op, Type type, std::size_t) {
    if (type == Type::f32) return {fmt::format("x = lane::hash_index_f(x, {});", whole(op, 0))};
    return {fmt::format("x = {} % {};", type == Type::i32 ? "lane::magnitude_i(x)" : "x",
                        whole(op, 0))};
}
Code sigrid_hash(const Operator& op, Type, std::size_t) {
    const std::uint64_t salt = (static_cast<std::uint64_t>(op.value(0)) + 1) * 0x9e3779b97f4a7c15u;
    return {fmt::format("x = lane::sigrid_hash(x, 0x{:x}ull, {});", salt, whole(op, 1))};
}
// What the vector unit takes where Dst holds 16 bits: floats without a lower half.
Code halves(const Operator&, Type type, std::size_t) {
    return {type == Type::f32
                ? "x = lane::upper_half(x);"
                : fmt::format("x = lane::upper_half(lane::float_of_{}(x));", letter(type))};
}

// ---- and on the vector unit, in tile 0

std::string limits_on_tile(Type type, const std::string& low, const std::string& high) {
    const std::string_view form = type == Type::i32 ? "_int32" : type == Type::u32 ? "_uint32" : "";
    std::string text;
    if (type == Type::f32) text = fmt::format("replace_nan_tile(0, {});", low);
    return text + fmt::format(
                      "unary_max{0}_tile_init(); unary_max{0}_tile(0, {1});"
                      "unary_min{0}_tile_init(); unary_min{0}_tile(0, {2});",
                      form, low, high);
}
std::string clamp_tile(const Operator& op, Type type) {
    return limits_on_tile(type, parameter(op, 0, type), parameter(op, 1, type));
}
std::string neg_to_zero_tile(const Operator&, Type type) {
    return limits_on_tile(type, "0u", word(reference::value_of(type, kNone).bits));
}
std::string log_tile(const Operator& op, Type type) {
    std::string text;
    if (type != Type::f32)
        text = fmt::format("to_float_tile<DataFormat::{}>(0);",
                           type == Type::i32 ? "Int32" : "UInt32");
    if (op.value(0) == 1) return text + "log1p_tile_init(); log1p_tile(0);";
    return text + fmt::format(
                      "binop_with_scalar_tile_init(); add_unary_tile(0, {});"
                      "log_tile_init(); log_tile(0);",
                      parameter(op, 0, Type::f32));
}

struct Row {
    std::string_view name;
    Code (*scalar)(const Operator&, Type, std::size_t);
    std::string (*tile)(const Operator&, Type);  // null: never on the vector unit
    bool narrow;                                 // on the vector unit where Dst has 16 bits, too
};
constexpr Row kRows[] = {
    {"Bucketize", bucketize, nullptr, false},
    {"Clamp", clamp, clamp_tile, false},
    {"FillMissing", fill_missing, nullptr, false},
    {"HashIndex", hash_index, nullptr, false},
    {"Logarithm", halves, log_tile, true},
    {"Modulus", modulus, nullptr, false},
    {"Neg2Zero", neg_to_zero, neg_to_zero_tile, false},
    {"SigridHash", sigrid_hash, nullptr, false},
};

const Row& row_of(const Operator& op) {
    for (const Row& row : kRows)
        if (row.name == op.name()) return row;
    throw std::logic_error(fmt::format("{} is not row-local", op.name()));
}

// Puts operators into programs, one after the other.
class Builder {
 public:
    Builder(Type given, bool missing, bool wide_dst)
        : type_(given), missing_(missing), wide_dst_(wide_dst) {}

    void add(const Operator& op) {
        const Row& row = row_of(op);
        const bool fills = op.name() == "FillMissing" && missing_;
        if (row.tile != nullptr && (wide_dst_ || row.narrow))
            add_tile(op, row);
        else
            add_scalar(op, row, fills);
        programs_.back().operators.push_back(op.name());
        type_ = op.result(type_);
        if (fills) missing_ = false;
        if (stage_ == 1) programs_.back().tile_out = type_;
    }

    std::vector<LaneProgram> take() { return std::move(programs_); }

 private:
    void next_program() {
        programs_.emplace_back();
        stage_ = 0;
    }

    void add_tile(const Operator& op, const Row& row) {
        if (programs_.empty() || stage_ == 2) next_program();
        LaneProgram& program = programs_.back();
        Type type = type_;
        if (stage_ == 0) {
            if (!wide_dst_) {
                program.before += row.scalar(op, type, 0).text;
                type = Type::f32;
            }
            program.tile_in = type;
        }
        program.tile += row.tile(op, type);
        stage_ = 1;
    }

    void add_scalar(const Operator& op, const Row& row, bool fills) {
        if (programs_.empty() || (fills && stage_ != 0)) next_program();
        if (stage_ == 1) stage_ = 2;
        LaneProgram& program = programs_.back();
        program.flags |= fills;
        if (fills && type_ != Type::f32 && program.before.empty()) {
            program.fill = parameter(op, 0, type_);
            return;
        }
        Code code = row.scalar(op, type_, numbers_++);
        constexpr std::string_view kMissing = "PIPER_MISSING";
        if (const auto at = code.text.find(kMissing); at != std::string::npos)
            code.text.replace(at, kMissing.size(), fills ? "missing" : "false");
        (stage_ == 0 ? program.before : program.after) += code.text;
        (stage_ == 0 ? program.before_tables : program.after_tables) += code.tables;
    }

    Type type_;
    bool missing_, wide_dst_;
    int stage_ = 0;  // of the last program: before, tile, after
    std::size_t numbers_ = 0;
    std::vector<LaneProgram> programs_{};
};

}  // namespace

std::vector<LaneProgram> lane_programs(std::span<const Operator> operators, Type given,
                                       bool missing, bool wide_dst) {
    Builder builder(given, missing, wide_dst);
    for (const Operator& op : operators) builder.add(op);
    return builder.take();
}

}  // namespace piper::chip
