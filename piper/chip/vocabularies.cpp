// Slices are given to processors as jobs; as many as there are processors, if columns are fewer.
#include "chip/vocabularies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chip/programs.hpp"
#include "error.hpp"

namespace piper::chip {
namespace {

constexpr std::uint32_t kPageBytes = 4 * kPageWords, kPairs = kPageWords / 2;
constexpr std::uint32_t kUnknown = 0xffffffff;

std::uint32_t slices_of(const Chip& chip, const Columns& columns) {
    const auto wanted = 2 * chip.cores() / static_cast<std::uint32_t>(columns.count);
    return std::clamp(wanted, 1u, columns.blocks);
}

// Both processors of a core need as much, and pages besides.
bool fits(const Chip& chip, std::size_t bytes) {
    return 2 * (bytes + 4 * kPageBytes) <= chip.l1_bytes();
}

// One bit a value.
std::uint32_t bitmap_bytes(std::uint32_t range) {
    return (range / 32 + (range % 32 != 0 ? 1 : 0)) * 4;
}

// Of all jobs' lists those pages that were written: page k of neighbouring jobs lies together.
std::vector<std::uint32_t> download_lists(Chip& chip, const SeenLists& seen,
                                          std::span<const std::uint32_t> counts) {
    const auto pages_of = [&](std::uint32_t job) {
        return job < seen.jobs ? (counts[job * 16] + kPairs - 1) / kPairs : 0;
    };
    std::uint32_t most = 0;
    for (std::uint32_t job = 0; job < seen.jobs; ++job) most = std::max(most, pages_of(job));
    std::vector<std::uint32_t> words(std::size_t{most} * seen.jobs * kPageWords);
    for (std::uint32_t page = 0; page < most; ++page)
        for (std::uint32_t job = 0, begin = 0; job < seen.jobs; ++job) {
            if (pages_of(job) <= page) begin = job + 1;
            if (begin > job || pages_of(job + 1) > page) continue;
            const std::size_t first = std::size_t{page} * seen.jobs + begin;
            chip.download_pages(seen.lists, first, job + 1 - begin, &words[first * kPageWords]);
            begin = job + 1;
        }
    return words;
}

}  // namespace

bool has_room(const Chip& chip, std::uint32_t range) {
    return range != 0 && fits(chip, bitmap_bytes(range));
}

SeenLists list_values(Chip& chip, const Columns& columns, std::uint32_t range) {
    const std::uint32_t bitmap = bitmap_bytes(range);
    if (!has_room(chip, range))
        throw Error(Exit::not_modelled,
                    fmt::format("VocabGen: the values' range is {}, whose bits do not fit into the "
                                "L1 of a core",
                                range),
                    "a smaller Modulus before it, or --cpu-fallback");
    const std::uint32_t slices = slices_of(chip, columns);
    const std::uint32_t jobs = slices * static_cast<std::uint32_t>(columns.count);
    const std::uint32_t longest = (columns.blocks + slices - 1) / slices;
    const auto rows = static_cast<std::uint32_t>(columns.rows);
    const auto results = run(Movers{.kernel = "vocab_gen.cpp",
                                    .defines = {},
                                    .units = jobs,
                                    .memory_bytes = 3 * kPageBytes + 64 + bitmap,
                                    .words = {columns.blocks, rows, slices, range, jobs},
                                    .results = {{jobs * 2 * longest, kPageWords}, {jobs, 16}}},
                             {&columns.words});
    return {results[0], results[1], slices, jobs};
}

void generate(Chip& chip, const Columns& columns, std::uint32_t range, std::uint64_t first_row,
              std::span<Vocabulary* const> vocabularies) {
    const SeenLists seen = list_values(chip, columns, range);
    const auto counts = chip.download(seen.counts);
    const auto lists = download_lists(chip, seen, counts);
    // Slices follow each other, so that first rows only grow.
    for (std::uint32_t job = 0; job < seen.jobs; ++job)
        for (std::uint32_t i = 0; i < counts[job * 16]; ++i) {
            const std::size_t page = std::size_t{i / kPairs} * seen.jobs + job;
            const std::uint32_t* pair = &lists[page * kPageWords + i % kPairs * 2];
            std::uint32_t value = pair[0];
            vocabularies[job / seen.slices]->add({&value, 1}, first_row + pair[1]);
        }
}

IdTables make_tables(Chip& chip, std::uint32_t range,
                     std::span<const Vocabulary* const> vocabularies,
                     std::vector<std::uint32_t> oov) {
    const std::size_t stride = std::size_t{(range + kPageWords - 1) / kPageWords} * kPageWords;
    std::vector<std::uint32_t> words(stride * vocabularies.size(), kUnknown);
    for (std::size_t c = 0; c < vocabularies.size(); ++c) {
        const auto& entries = vocabularies[c]->entries();
        for (std::size_t id = 0; id < entries.size(); ++id)
            if (entries[id].value < range)
                words[c * stride + entries[id].value] = static_cast<std::uint32_t>(id);
    }
    return {chip.upload(std::move(words)), range, std::move(oov)};
}

void map(Chip& chip, const IdTables& tables, Columns& columns) {
    const std::uint32_t slices = slices_of(chip, columns);
    const std::uint32_t table_pages = (tables.range + kPageWords - 1) / kPageWords;
    const bool local = fits(chip, std::size_t{table_pages} * kPageBytes);
    constexpr std::uint32_t oov_at = 8;  // of the common arguments
    std::vector<std::uint32_t> words{columns.blocks, slices, table_pages, tables.range, oov_at};
    words.insert(words.end(), tables.oov.begin(), tables.oov.end());
    columns.words =
        run(Movers{.kernel = local ? "vocab_map.cpp" : "vocab_gather.cpp",
                   .defines = {},
                   .units = slices * static_cast<std::uint32_t>(columns.count),
                   .memory_bytes = 2 * kPageBytes + (local ? table_pages : 1) * kPageBytes,
                   .words = std::move(words),
                   .results = {{columns.all_blocks(), kPageWords}}},
            {&columns.words, &tables.tables})
            .front();
    columns.type = Type::u32;
    columns.flags.reset();
}

}  // namespace piper::chip
