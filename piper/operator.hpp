// Operators as values: a row of the table and its parameters.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "column.hpp"

namespace piper {

// How an operator is executed, which decides what it can be fused with.
enum class Kind {
    source,    // bytes to columns: the decoder does it
    lane,      // one word of a row to one word
    wide,      // changes the words a row has
    generate,  // builds a table over all rows
    map,       // reads the table
};

struct Operator;

// One word of a column, for the scalar reference.
struct Value {
    Type type;
    std::uint32_t bits;
    bool missing = false;
};

// Consecutive words of a column, changed in place.
struct Block {
    std::uint32_t* words;
    const std::uint8_t* missing;  // may be null
    std::size_t count;
    Type type;  // before the operator
};

struct Parameter {
    std::string_view name;
    double usual;
    double least;
    double most;
};

// Adding an operator is adding a row: tests, help and JSON files are loops over the table.
struct OperatorRow {
    std::string_view name;
    Kind kind;
    std::span<const Parameter> parameters;
    std::string_view types;  // that it takes, by first letter: i u f t
    char result;             // first letter of its result's type; '=': as it was given
    Value (*reference)(const Operator&, Value) = nullptr;  // lane
    void (*host)(const Operator&, Block) = nullptr;        // lane
    Column (*wide_reference)(const Operator&, const Column&) = nullptr;
    Column (*wide_host)(const Operator&, const Column&) = nullptr;
    std::string_view summary;
};

struct Operator {
    const OperatorRow* row = nullptr;
    std::vector<double> values{};      // in the order of the row's parameters
    std::vector<double> boundaries{};  // Bucketize alone

    std::string_view name() const { return row->name; }
    double value(std::size_t parameter) const { return values[parameter]; }
    Type result(Type given) const;  // throws Error where the operator does not take the type
    bool operator==(const Operator&) const = default;
};

std::span<const OperatorRow> operator_table();
// Throw Error for a name that is not in the table and for a parameter out of its range.
const OperatorRow& find_operator(std::string_view name);
Operator make_operator(std::string_view name, std::vector<double> values = {},
                       std::vector<double> boundaries = {});

// The functions are called as their operators in the table.
// NOLINTBEGIN(readability-identifier-naming)
Operator Decode();
Operator FillMissing(double value = 0);
Operator Neg2Zero();
Operator Clamp(double low, double high);
Operator Logarithm(double offset = 1);
Operator Hex2Int();
Operator Modulus(double m);
Operator VocabGen();
Operator VocabMap(double oov = -1);
Operator EmbeddingLookup(double vocab, double dim, double padding = -1, double seed = 1,
                         double shards = 1);
Operator HashIndex(double vocab);
Operator Bucketize(std::vector<double> boundaries);
Operator OneHot(double size);
Operator FirstX(double x);
Operator SigridHash(double salt, double m);
// NOLINTEND(readability-identifier-naming)

}  // namespace piper
