// Operators with parameters, and columns that are hard on them.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "backend.hpp"
#include "reference.hpp"

namespace piper {

inline Column apply(Backend& backend, const Operator& op, Column column) {
    Traffic traffic;
    backend.run({{op}, op.row->kind == Kind::wide}, column, traffic);
    return column;
}
inline std::vector<double> numbers(const Column& column) {
    std::vector<double> all;
    for (const std::uint32_t bits : column.words)
        all.push_back(reference::number({column.type, bits}));
    return all;
}

inline std::vector<Operator> examples() {
    return {Bucketize({-1, 0, 2.5, 100}),
            Clamp(-3, 1000),
            Clamp(-1e20, 1e20),
            FillMissing(7),
            HashIndex(1000),
            Logarithm(1),
            Logarithm(1e-7),
            Modulus(1),
            Modulus(2),
            Modulus(5000),
            Modulus(1'000'000),
            Modulus(2147483648.0),
            Neg2Zero(),
            SigridHash(3, 5000),
            EmbeddingLookup(50, 8, 3, 1, 4),
            FirstX(2),
            OneHot(5),
            Hex2Int()};
}

inline Column random_column(Type type, std::size_t count, std::mt19937& random) {
    Column column{.type = type, .width = type == Type::text ? 2u : 1u};
    const std::uint32_t special[] = {0,    1,    0x7fffffff, 0x80000000, 0xffffffff,
                                     4999, 5000, 0x7fc00000, 0xff800000, 0x7f800000};
    for (std::size_t i = 0; i < count * column.width; ++i) {
        const std::uint32_t bits = static_cast<std::uint32_t>(random()) >> random() % 32;
        std::uint32_t word = i % 7 == 0 ? special[random() % std::size(special)] : bits;
        if (type == Type::text)
            for (word = 0; word < 1u << 24;
                 word = word << 8 | "0123456789abcdefABCDEFg"[random() % 23]) {
            }
        column.words.push_back(word);
    }
    for (std::size_t i = 0; i < count; ++i) column.missing.push_back(random() % 5 == 0);
    return column;
}

}  // namespace piper
