// Bytes to columns: Criteo's TSV and the 48-word binary rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "column.hpp"

namespace piper {

// What becomes of a field that is no number, too long or absent.
enum class Bad { error, missing };

struct DecodeOptions {
    Bad bad = Bad::error;
    bool hex = true;  // categorical columns as numbers; else as text, for Hex2Int
};

struct BadField {
    std::size_t line;  // counted from 0
    std::string message;
};

struct Decoded {
    Chunk chunk;
    std::size_t lines = 0;          // blank ones included, which are no rows
    std::optional<BadField> bad{};  // the first, with Bad::error alone
};

// Bytes that must be readable before and behind the text that a decoder is given.
inline constexpr std::size_t kPadding = 64;

// Whole lines, each ended by LF. `into` keeps its memory from call to call.
void decode_tsv(std::string_view lines, const DecodeOptions& options, Decoded& into);
// The same a character at a time.
void decode_tsv_reference(std::string_view lines, const DecodeOptions& options, Decoded& into);

// One line without its LF; a trailing CR is no part of it.
struct Row {
    std::uint32_t words[kFields];
    std::uint64_t text[kCategorical];  // with hex = false: eight digits, the first lowest
    std::uint8_t missing[kFields];
};
// False for a blank line. `trouble` is what was wrong first, whatever the policy.
bool decode_line(std::string_view line, const DecodeOptions& options, Row& row,
                 std::string& trouble);
void put_row(const Row& row, const DecodeOptions& options, std::size_t at, Chunk& chunk);
// All columns with room for so many rows, of the types that the options ask for.
void make_room(std::size_t rows, const DecodeOptions& options, Chunk& chunk);
void cut_to(std::size_t rows, Chunk& chunk);

// Eight characters, right-aligned after zeros, two words each, to numbers; what is no hexadecimal
// number becomes 0 and is marked as missing.
void hex_words(std::span<const std::uint32_t> text, std::span<std::uint32_t> numbers,
               std::span<std::uint8_t> missing);

// Rows of 48 words: label and dense padded to 16, categorical padded to 32.
inline constexpr std::size_t kBinaryRowWords = 48;
inline constexpr std::size_t kBinaryRowBytes = kBinaryRowWords * 4;
void decode_binary(std::string_view rows, const DecodeOptions& options, Decoded& into);

}  // namespace piper
