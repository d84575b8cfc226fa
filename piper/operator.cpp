// The table of operators.
#include "operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "error.hpp"
#include "host.hpp"
#include "reference.hpp"

namespace piper {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kWords = 2147483648.0;  // tables and ranges are of 31 bits
constexpr auto kValue = std::to_array<Parameter>({{"value", 0, -kInfinite, kInfinite}});
constexpr auto kRange = std::to_array<Parameter>(
    {{"low", 0, -kInfinite, kInfinite}, {"high", kInfinite, -kInfinite, kInfinite}});
constexpr auto kOffset = std::to_array<Parameter>({{"offset", 1, 0, kInfinite}});
constexpr auto kModulus = std::to_array<Parameter>({{"m", 5000, 1, kWords}});
constexpr auto kOov = std::to_array<Parameter>({{"oov", -1, -1, kWords}});
constexpr auto kTable = std::to_array<Parameter>({{"vocab", 10000, 1, kWords},
                                                  {"dim", 128, 1, 65536},
                                                  {"padding", -1, -1, kWords},
                                                  {"seed", 1, 0, kWords},
                                                  {"shards", 1, 1, 65536}});
constexpr auto kVocab = std::to_array<Parameter>({{"vocab", 10000, 1, kWords}});
constexpr auto kSize = std::to_array<Parameter>({{"size", 2, 1, 65536}});
constexpr auto kFirst = std::to_array<Parameter>({{"x", 1, 1, 65536}});
constexpr auto kSalted = std::to_array<Parameter>({{"salt", 0, 0, kWords}, {"m", 5000, 1, kWords}});

const auto kOperators = std::to_array<OperatorRow>({
    {.name = "Bucketize",
     .kind = Kind::lane,
     .types = "iuf",
     .result = 'u',
     .reference = reference::bucketize,
     .host = host::bucketize,
     .summary = "number of boundaries below x"},
    {.name = "Clamp",
     .kind = Kind::lane,
     .parameters = kRange,
     .types = "iuf",
     .result = '=',
     .reference = reference::clamp,
     .host = host::clamp,
     .summary = "min(max(x, low), high); NaN is low"},
    {.name = "Decode",
     .kind = Kind::source,
     .types = "iut",
     .result = '=',
     .summary = "bytes to fields; an empty one is missing and 0"},
    {.name = "EmbeddingLookup",
     .kind = Kind::wide,
     .parameters = kTable,
     .types = "iu",
     .result = 'f',
     .wide_reference = reference::embedding,
     .wide_host = host::embedding,
     .summary = "row of a table of floats [vocab, dim]; the padding row is 0"},
    {.name = "FillMissing",
     .kind = Kind::lane,
     .parameters = kValue,
     .types = "iuf",
     .result = '=',
     .reference = reference::fill_missing,
     .host = host::fill_missing,
     .summary = "empty or NaN to a value"},
    {.name = "FirstX",
     .kind = Kind::wide,
     .parameters = kFirst,
     .types = "iuf",
     .result = '=',
     .wide_reference = reference::first_x,
     .wide_host = host::first_x,
     .summary = "the first x values of a row, 0 where it has fewer"},
    {.name = "HashIndex",
     .kind = Kind::lane,
     .parameters = kVocab,
     .types = "iuf",
     .result = 'u',
     .reference = reference::hash_index,
     .host = host::hash_index,
     .summary = "|trunc(x)| mod vocab"},
    {.name = "Hex2Int",
     .kind = Kind::wide,
     .types = "t",
     .result = 'u',
     .wide_reference = reference::hex_to_int,
     .wide_host = host::hex_to_int,
     .summary = "up to eight hexadecimal digits, of either case, to 32 bits"},
    {.name = "Logarithm",
     .kind = Kind::lane,
     .parameters = kOffset,
     .types = "iuf",
     .result = 'f',
     .reference = reference::logarithm,
     .host = host::logarithm,
     .summary = "ln(x + offset)"},
    {.name = "Modulus",
     .kind = Kind::lane,
     .parameters = kModulus,
     .types = "iu",
     .result = 'u',
     .reference = reference::modulus,
     .host = host::modulus,
     .summary = "x mod m, never negative"},
    {.name = "Neg2Zero",
     .kind = Kind::lane,
     .types = "iuf",
     .result = '=',
     .reference = reference::neg_to_zero,
     .host = host::neg_to_zero,
     .summary = "max(x, 0); NaN and -0 are 0"},
    {.name = "OneHot",
     .kind = Kind::wide,
     .parameters = kSize,
     .types = "iu",
     .result = 'f',
     .wide_reference = reference::one_hot,
     .wide_host = host::one_hot,
     .summary = "1 at position x of size floats; all 0 out of range"},
    {.name = "SigridHash",
     .kind = Kind::lane,
     .parameters = kSalted,
     .types = "iu",
     .result = 'u',
     .reference = reference::sigrid_hash,
     .host = host::sigrid_hash,
     .summary = "64 mixed bits of x and a salt, mod m"},
    {.name = "VocabGen",
     .kind = Kind::generate,
     .types = "iu",
     .result = 'u',
     .summary = "ids 0, 1, 2... in order of first appearance, by column"},
    {.name = "VocabMap",
     .kind = Kind::map,
     .parameters = kOov,
     .types = "iu",
     .result = 'u',
     .summary = "id of x; a value that was not seen has the id oov (-1: the vocabulary's size)"},
});

Type type_of(char letter) {
    return static_cast<Type>(std::string_view("iuft").find(letter));
}

}  // namespace

std::span<const OperatorRow> operator_table() {
    return kOperators;
}

const OperatorRow& find_operator(std::string_view name) {
    const auto found = std::ranges::find(kOperators, name, &OperatorRow::name);
    if (found != kOperators.end()) return *found;
    std::string known;
    for (const OperatorRow& row : kOperators) known += fmt::format(" {}", row.name);
    throw Error(Exit::could_not_start, fmt::format("no operator is called {}", name),
                "there are" + known);
}

Operator make_operator(std::string_view name, std::vector<double> values,
                       std::vector<double> boundaries) {
    const OperatorRow& row = find_operator(name);
    for (std::size_t i = values.size(); i < row.parameters.size(); ++i)
        values.push_back(row.parameters[i].usual);
    for (std::size_t i = 0; i < row.parameters.size(); ++i) {
        const Parameter& p = row.parameters[i];
        if (!(values[i] >= p.least && values[i] <= p.most))
            throw Error(Exit::could_not_start,
                        fmt::format("{}: {} is {}, {} to {} is allowed", name, p.name, values[i],
                                    p.least, p.most));
    }
    for (std::size_t i = 0; i < row.parameters.size(); ++i)
        if (std::isfinite(row.parameters[i].most) && values[i] != std::trunc(values[i]))
            throw Error(Exit::could_not_start,
                        fmt::format("{}: {} is {}, which is no whole number", name,
                                    row.parameters[i].name, values[i]));
    if (row.parameters.data() == kRange.data() && values[0] > values[1])
        throw Error(Exit::could_not_start,
                    fmt::format("{}: low is {}, above high, {}", name, values[0], values[1]));
    if (!std::ranges::is_sorted(boundaries))
        throw Error(Exit::could_not_start, fmt::format("{}: boundaries are not sorted", name));
    return {&row, std::move(values), std::move(boundaries)};
}

Type Operator::result(Type given) const {
    if (row->types.find(name_of(given)[0]) == std::string_view::npos)
        throw Error(Exit::could_not_start,
                    fmt::format("{}: the column's type is {}, one of {} is allowed", row->name,
                                name_of(given), row->types),
                    given == Type::text ? "put Hex2Int before it" : "");
    return row->result == '=' ? given : type_of(row->result);
}

Operator Decode() {
    return make_operator("Decode");
}
Operator FillMissing(double value) {
    return make_operator("FillMissing", {value});
}
Operator Neg2Zero() {
    return make_operator("Neg2Zero");
}
Operator Clamp(double low, double high) {
    return make_operator("Clamp", {low, high});
}
Operator Logarithm(double offset) {
    return make_operator("Logarithm", {offset});
}
Operator Hex2Int() {
    return make_operator("Hex2Int");
}
Operator Modulus(double m) {
    return make_operator("Modulus", {m});
}
Operator VocabGen() {
    return make_operator("VocabGen");
}
Operator VocabMap(double oov) {
    return make_operator("VocabMap", {oov});
}
Operator EmbeddingLookup(double vocab, double dim, double padding, double seed, double shards) {
    return make_operator("EmbeddingLookup", {vocab, dim, padding, seed, shards});
}
Operator HashIndex(double vocab) {
    return make_operator("HashIndex", {vocab});
}
Operator Bucketize(std::vector<double> boundaries) {
    return make_operator("Bucketize", {}, std::move(boundaries));
}
Operator OneHot(double size) {
    return make_operator("OneHot", {size});
}
Operator FirstX(double x) {
    return make_operator("FirstX", {x});
}
Operator SigridHash(double salt, double m) {
    return make_operator("SigridHash", {salt, m});
}

}  // namespace piper
