// Columns in memory: one contiguous vector of 32-bit words per feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace piper {

// `text` is a categorical field that Hex2Int has not read yet: eight characters, two words a row.
enum class Type : std::uint8_t { i32, u32, f32, text };

constexpr std::string_view name_of(Type type) {
    constexpr std::string_view names[] = {"i32", "u32", "f32", "text"};
    return names[static_cast<std::size_t>(type)];
}

struct Column {
    Type type = Type::i32;
    std::uint32_t width = 1;              // words a row
    std::vector<std::uint32_t> words{};   // bits of the values, rows * width
    std::vector<std::uint8_t> missing{};  // one a row, 1 for an empty field; none: all are there

    std::size_t rows() const { return words.size() / width; }
};

// The fields of a Criteo record.
inline constexpr std::size_t kDense = 13;
inline constexpr std::size_t kCategorical = 26;
inline constexpr std::size_t kFirstDense = 1;
inline constexpr std::size_t kFirstCategorical = kFirstDense + kDense;
inline constexpr std::size_t kFields = kFirstCategorical + kCategorical;

// "label", "I1".."I13", "C1".."C26".
std::string field_name(std::size_t field);

// Consecutive rows, as columns by number of field.
struct Chunk {
    std::vector<Column> columns{};  // kFields of them
    std::size_t rows = 0;
};

}  // namespace piper
