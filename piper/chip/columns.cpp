// The way of columns to a board and back, and the operators that are one kernel each.
#include "chip/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "chip/programs.hpp"
#include "embedding.hpp"
#include "error.hpp"

namespace piper::chip {
namespace {

constexpr std::uint32_t kPageBytes = 4 * kPageWords, kFlagWords = kPageWords / 32;

std::uint32_t blocks_of(std::size_t rows) {
    return static_cast<std::uint32_t>((rows + kPageWords - 1) / kPageWords);
}

void append_flags(const Column& column, std::uint32_t blocks, std::vector<std::uint32_t>& bits) {
    const std::size_t begin = bits.size();
    bits.resize(begin + std::size_t{blocks} * kFlagWords);
    for (std::size_t row = 0; row < column.missing.size(); ++row)
        bits[begin + row / 32] |= static_cast<std::uint32_t>(column.missing[row]) << row % 32;
}

void take_flags(const std::vector<std::uint32_t>& bits, std::size_t begin, std::size_t rows,
                Column& column) {
    column.missing.resize(rows);
    for (std::size_t row = 0; row < rows; ++row)
        column.missing[row] = bits[begin + row / 32] >> row % 32 & 1;
}

void define(Defines& defines, const char* name, const std::string& text) {
    if (!text.empty()) defines.emplace_back(name, text);
}

Defines stage_of(const std::string& text, const std::string& tables, bool flags) {
    Defines defines;
    define(defines, "PIPER_STAGE", text);
    define(defines, "PIPER_TABLES", tables);
    if (flags) define(defines, "PIPER_FLAGS", "1");
    return defines;
}

std::uint32_t format_of(Type type) {
    return static_cast<std::uint32_t>(type == Type::f32   ? tt::DataFormat::Float32
                                      : type == Type::i32 ? tt::DataFormat::Int32
                                                          : tt::DataFormat::UInt32);
}

}  // namespace

Tensor run_program(Chip& chip, const LaneProgram& program, const Columns& columns) {
    std::vector<const Tensor*> inputs{&columns.words};
    if (program.flags) inputs.push_back(&*columns.flags);
    Defines before = stage_of(program.before, program.before_tables, program.flags);
    define(before, "PIPER_FILL", program.fill);
    if (!program.tile.empty())
        return run(Vectors{.before = std::move(before),
                           .tile = {{"PIPER_TILE", program.tile}},
                           .after = stage_of(program.after, program.after_tables, false),
                           .in = format_of(program.tile_in),
                           .out = format_of(program.tile_out),
                           .wide_dst = chip.wide_dst()},
                   inputs);
    const std::uint32_t pages = columns.all_blocks() * columns.width;
    return run(Movers{.kernel = "scalar_lanes.cpp",
                      .defines = std::move(before),
                      .units = pages,
                      .memory_bytes = 2 * kPageBytes + 8 * kFlagWords,
                      .words = {},
                      .results = {{pages, kPageWords}}},
               inputs)
        .front();
}

Columns upload(Chip& chip, std::span<Column* const> columns, bool with_flags) {
    const Column& first = *columns.front();
    Columns up{.type = first.type,
               .width = first.width,
               .rows = first.rows(),
               .count = columns.size(),
               .blocks = blocks_of(first.rows())};
    std::vector<std::uint32_t> words, bits;
    words.reserve(std::size_t{up.all_blocks()} * kPageWords * up.width);
    for (const Column* column : columns) {
        const std::size_t begin = words.size();
        words.insert(words.end(), column->words.begin(), column->words.end());
        words.resize(begin + std::size_t{up.blocks} * kPageWords * up.width);
        if (with_flags) append_flags(*column, up.blocks, bits);
    }
    up.words = chip.upload(std::move(words), up.type == Type::text ? 2 * kPageWords : kPageWords);
    if (with_flags) up.flags = chip.upload(std::move(bits), kFlagWords);
    return up;
}

void download(Chip& chip, const Columns& from, std::span<Column* const> to) {
    const auto words = chip.download(from.words);
    std::vector<std::uint32_t> bits;
    if (from.flags) bits = chip.download(*from.flags);
    for (std::size_t c = 0; c < to.size(); ++c) {
        Column& column = *to[c];
        column.type = from.type;
        column.width = from.width;
        const std::size_t blocks = c * from.blocks;
        const auto begin =
            words.begin() + static_cast<std::ptrdiff_t>(blocks * kPageWords * from.width);
        column.words.assign(begin, begin + static_cast<std::ptrdiff_t>(from.rows * from.width));
        column.missing.clear();
        if (from.flags) take_flags(bits, blocks * kFlagWords, from.rows, column);
    }
}

void run_lanes(Chip& chip, std::span<const Operator> operators, Columns& columns) {
    for (const LaneProgram& program :
         lane_programs(operators, columns.type, columns.flags.has_value(), chip.wide_dst()))
        columns.words = run_program(chip, program, columns);
    for (const Operator& op : operators) {
        columns.type = op.result(columns.type);
        if (op.name() == "FillMissing") columns.flags.reset();
    }
}

void hex_to_int(Chip&, Columns& columns) {
    std::vector<const Tensor*> inputs{&columns.words};
    if (columns.flags) inputs.push_back(&*columns.flags);
    const std::uint32_t pages = columns.all_blocks();
    auto results = run(Movers{.kernel = "hex.cpp",
                              .defines = stage_of({}, {}, columns.flags.has_value()),
                              .units = pages,
                              .memory_bytes = 4 * kPageBytes + 12 * kFlagWords,
                              .words = {},
                              .results = {{pages, kPageWords}, {pages, kFlagWords}}},
                       inputs);
    columns.words = std::move(results[0]);
    columns.flags = std::move(results[1]);
    columns.type = Type::u32;
    columns.width = 1;
}

void one_hot(Chip&, const Operator& op, Columns& columns) {
    const auto size = static_cast<std::uint32_t>(op.value(0));
    const std::uint32_t pages = columns.all_blocks() * columns.width;
    columns.words = run(Movers{.kernel = "one_hot.cpp",
                               .defines = {},
                               .units = pages,
                               .memory_bytes = 3 * kPageBytes,
                               .words = {size},
                               .results = {{pages * size, kPageWords}}},
                        {&columns.words})
                        .front();
    columns.type = Type::f32;
    columns.width *= size;
    columns.flags.reset();
}

void first_x(Chip&, const Operator& op, Columns& columns) {
    const auto x = static_cast<std::uint32_t>(op.value(0));
    const std::uint32_t blocks = columns.all_blocks();
    columns.words = run(Movers{.kernel = "first_x.cpp",
                               .defines = {},
                               .units = blocks,
                               .memory_bytes = 3 * kPageBytes,
                               .words = {columns.width, x},
                               .results = {{blocks * x, kPageWords}}},
                        {&columns.words})
                        .front();
    columns.width = x;
    columns.flags.reset();
}

namespace {

std::uint32_t row_words(std::uint32_t dim) {
    return (dim + 15) / 16 * 16;  // what DRAM is read by
}

std::vector<Tensor> make_parts(Chip& chip, const Operator& op) {
    const Embedding table(op);
    const auto shards = static_cast<std::uint32_t>(op.value(4));
    const std::uint32_t part = (table.vocab() + shards - 1) / shards;
    const std::uint32_t stride = row_words(table.dim());
    std::vector<Tensor> parts;
    for (std::uint32_t begin = 0; begin < table.vocab(); begin += part) {
        const std::uint32_t end = std::min(table.vocab(), begin + part);
        std::vector<std::uint32_t> words(std::size_t{end - begin} * stride);
        for (std::uint32_t row = begin; row < end; ++row)
            for (std::uint32_t d = 0; d < table.dim(); ++d)
                words[std::size_t{row - begin} * stride + d] =
                    std::bit_cast<std::uint32_t>(table.at(row, d));
        parts.push_back(chip.upload(std::move(words), stride));
    }
    return parts;
}

}  // namespace

const std::vector<Tensor>& Tables::parts_of(Chip& chip, const Operator& op) {
    for (const auto& [values, parts] : known_)
        if (values == op.values) return parts;
    return known_.emplace_back(op.values, make_parts(chip, op)).second;
}

Tensor Tables::rows(Chip& chip, const Operator& op, const Columns& ids) {
    const std::vector<Tensor>& parts = parts_of(chip, op);
    const auto vocab = static_cast<std::uint32_t>(op.value(0));
    const std::uint32_t stride = row_words(static_cast<std::uint32_t>(op.value(1)));
    const std::uint32_t pages = ids.all_blocks() * ids.width;
    const auto shards = static_cast<std::uint32_t>(op.value(4));
    std::vector<const Tensor*> inputs{&ids.words};
    for (const Tensor& part : parts) inputs.push_back(&part);
    return run(Movers{.kernel = "embed.cpp",
                      .defines = {{"PIPER_PARTS", std::to_string(parts.size())}},
                      .units = pages,
                      .memory_bytes = 2 * kPageBytes + 16 * stride * 4,
                      .words = {vocab,
                                static_cast<std::uint32_t>(static_cast<std::int64_t>(op.value(2))),
                                stride * 4, (vocab + shards - 1) / shards},
                      .results = {{pages * kPageWords, stride}}},
               inputs)
        .front();
}

void Tables::embed(Chip& chip, const Operator& op, const Columns& ids,
                   std::span<Column* const> to) {
    const auto words = chip.download(rows(chip, op, ids));
    const auto dim = static_cast<std::uint32_t>(op.value(1));
    const std::uint32_t stride = row_words(dim);
    for (std::size_t c = 0; c < to.size(); ++c) {
        Column& column = *to[c];
        const std::size_t begin = c * ids.blocks * kPageWords * ids.width;
        column = Column{.type = Type::f32, .width = dim * ids.width};
        for (std::size_t row = begin; row < begin + ids.rows * ids.width; ++row) {
            const auto from = words.begin() + static_cast<std::ptrdiff_t>(row * stride);
            column.words.insert(column.words.end(), from, from + dim);
        }
    }
}

}  // namespace piper::chip
