// The plain decoder: a line at a time, all rules in one place.
#include <fmt/format.h>

#include <cstring>

#include "decode.hpp"

namespace piper {
namespace {

constexpr std::size_t kHexDigits = 8;

std::optional<std::uint32_t> decimal(std::string_view field) {
    const bool negative = field.starts_with('-');
    if (negative) field.remove_prefix(1);
    if (field.empty()) return {};
    std::int64_t value = 0;
    for (const char c : field) {
        if (c < '0' || c > '9') return {};
        value = value * 10 + (c - '0');
        if (value > std::int64_t{1} << 31) return {};
    }
    if (negative) value = -value;
    if (value > INT32_MAX) return {};
    return static_cast<std::uint32_t>(value);
}

std::optional<std::uint32_t> hexadecimal(std::string_view field) {
    if (field.size() > kHexDigits) return {};
    std::uint32_t value = 0;
    for (const char c : field) {
        const char lower = static_cast<char>(c | 0x20);
        if (c >= '0' && c <= '9')
            value = value * 16 + static_cast<std::uint32_t>(c - '0');
        else if (lower >= 'a' && lower <= 'f')
            value = value * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
        else
            return {};
    }
    return value;
}

// What was read, in a message: control characters and what is behind the twentieth left out.
std::string shown(std::string_view field) {
    std::string text;
    for (const char c : field.substr(0, 20)) text += c >= ' ' && c <= '~' ? c : '?';
    return field.size() > 20 ? text + "..." : text;
}

void decode_field(std::size_t f, std::string_view field, Row& row, std::string& trouble) {
    const bool is_hex = f >= kFirstCategorical;
    const auto value = is_hex ? hexadecimal(field) : decimal(field);
    row.missing[f] = field.empty() || !value;
    row.words[f] = row.missing[f] != 0 ? 0 : *value;
    if (is_hex) {
        std::uint64_t& text = row.text[f - kFirstCategorical];
        text = 0x3030303030303030u;
        if (row.missing[f] == 0)
            std::memcpy(reinterpret_cast<char*>(&text) + kHexDigits - field.size(), field.data(),
                        field.size());
    }
    if (!field.empty() && !value && trouble.empty())
        trouble =
            fmt::format("field {} is '{}', which is no {}", field_name(f), shown(field),
                        is_hex ? "hexadecimal number of 32 bits" : "decimal number of 32 bits");
}

}  // namespace

std::string field_name(std::size_t field) {
    if (field < kFirstDense) return "label";
    if (field < kFirstCategorical) return fmt::format("I{}", field - kFirstDense + 1);
    return fmt::format("C{}", field - kFirstCategorical + 1);
}

bool decode_line(std::string_view line, const DecodeOptions&, Row& row, std::string& trouble) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) return false;
    trouble.clear();
    std::size_t fields = 0, begin = 0;
    bool more = true;
    for (; more && fields < kFields; ++fields) {
        const std::size_t end = line.find('\t', begin);
        more = end != std::string_view::npos;
        decode_field(fields, line.substr(begin, more ? end - begin : end), row, trouble);
        begin = end + 1;
    }
    if (trouble.empty() && (more || fields < kFields))
        trouble = more ? fmt::format("the line has more than {} fields", kFields)
                       : fmt::format("the line ends after {} of {} fields", fields, kFields);
    for (; fields < kFields; ++fields) decode_field(fields, {}, row, trouble);
    return true;
}

void make_room(std::size_t rows, const DecodeOptions& options, Chunk& chunk) {
    chunk.columns.resize(kFields);
    for (std::size_t f = 0; f < kFields; ++f) {
        Column& column = chunk.columns[f];
        const bool categorical = f >= kFirstCategorical;
        column.type = !categorical ? Type::i32 : options.hex ? Type::u32 : Type::text;
        column.width = column.type == Type::text ? 2 : 1;
    }
    cut_to(rows, chunk);
}

void cut_to(std::size_t rows, Chunk& chunk) {
    chunk.rows = rows;
    for (Column& column : chunk.columns) {
        column.words.resize(rows * column.width);
        column.missing.resize(rows);
    }
}

void put_row(const Row& row, const DecodeOptions& options, std::size_t at, Chunk& chunk) {
    for (std::size_t f = 0; f < kFields; ++f) {
        Column& column = chunk.columns[f];
        column.missing[at] = row.missing[f];
        if (options.hex || f < kFirstCategorical)
            column.words[at] = row.words[f];
        else
            std::memcpy(&column.words[2 * at], &row.text[f - kFirstCategorical], kHexDigits);
    }
}

void decode_tsv_reference(std::string_view lines, const DecodeOptions& options, Decoded& into) {
    into = {};
    std::string trouble;
    Row row;
    make_room(0, options, into.chunk);
    for (std::size_t begin = 0; begin < lines.size(); ++into.lines) {
        const std::size_t end = lines.find('\n', begin);
        const bool is_row = decode_line(lines.substr(begin, end - begin), options, row, trouble);
        begin = end + 1;
        if (!is_row) continue;
        if (!trouble.empty() && options.bad == Bad::error && !into.bad)
            into.bad = BadField{into.lines, trouble};
        cut_to(into.chunk.rows + 1, into.chunk);
        put_row(row, options, into.chunk.rows - 1, into.chunk);
    }
}

void decode_binary(std::string_view rows, const DecodeOptions& options, Decoded& into) {
    const std::size_t count = rows.size() / kBinaryRowBytes;
    into.lines = count;
    into.bad.reset();
    make_room(count, {.bad = options.bad, .hex = true}, into.chunk);
    for (std::size_t f = 0; f < kFields; ++f) {
        const std::size_t word = f < kFirstCategorical ? f : f - kFirstCategorical + 16;
        Column& column = into.chunk.columns[f];
        column.missing.clear();
        for (std::size_t row = 0; row < count; ++row)
            std::memcpy(&column.words[row], rows.data() + row * kBinaryRowBytes + word * 4, 4);
    }
}

}  // namespace piper
