// Inputs by a fixed seed: floats around zero, small numbers, text, ids.
#include "cases.hpp"

#include <bit>
#include <random>

#include "vocabulary.hpp"

namespace piper {
namespace {

Column normal_column(std::size_t count, std::mt19937& random) {
    std::normal_distribution<float> normal(-0.5f, 2);
    Column column{.type = Type::f32};
    for (std::size_t i = 0; i < count; ++i)
        column.words.push_back(std::bit_cast<std::uint32_t>(normal(random)));
    return column;
}

Column id_column(std::size_t count, std::uint32_t below, std::mt19937& random) {
    Column column{.type = Type::u32};
    for (std::size_t i = 0; i < count; ++i)
        column.words.push_back(static_cast<std::uint32_t>(random() % below));
    return column;
}

Column text_column(std::size_t count, std::mt19937& random) {
    Column column{.type = Type::text, .width = 2};
    for (std::size_t i = 0; i < count * 2; ++i) {
        std::uint32_t word = 0;
        for (int c = 0; c < 4; ++c)
            word = word << 8 | static_cast<unsigned char>("0123456789abcdef"[random() % 16]);
        column.words.push_back(word);
    }
    return column;
}

}  // namespace

std::vector<Case> cases_of(std::size_t elements, std::size_t ids) {
    std::mt19937 random(1);
    return {{"Neg2Zero", Neg2Zero(), normal_column(elements, random)},
            {"Logarithm", Logarithm(1), id_column(elements, 1 << 20, random)},
            {"Hex2Int", Hex2Int(), text_column(elements / 2, random)},
            {"Modulus", Modulus(100), id_column(elements, 10000, random)},
            {"VocabGen", VocabGen(), id_column(ids, 5000, random)},
            {"EmbeddingLookup", EmbeddingLookup(10000, 128), id_column(ids, 10000, random)}};
}

Measured measure_case(Backend& backend, const Case& c, const Protocol& protocol) {
    Column work;
    Traffic traffic;
    const auto once = [&] {
        work = c.input;
        if (c.op.row->kind == Kind::generate) {
            Vocabulary vocabulary(5000);
            vocabulary.add(work.words, 0);
        } else {
            backend.run({{c.op}, c.op.row->kind == Kind::wide}, work, traffic);
        }
    };
    once();
    const auto in = static_cast<double>(c.input.words.size()) * 4;
    return measure(once, in, static_cast<double>(work.words.size()) * 4, protocol,
                   monotonic_seconds);
}

}  // namespace piper
