// VocabGen and VocabMap on a board: lists of what slices of the rows have seen, and tables of ids.
#pragma once

#include <span>

#include "chip/columns.hpp"
#include "vocabulary.hpp"

namespace piper::chip {

// Whether a core can list values below `range`; 0 is any value.
bool has_room(const Chip& chip, std::uint32_t range);

// What slices of columns have seen: lists of values and rows, and how long each is.
struct SeenLists {
    Tensor lists{}, counts{};
    std::uint32_t slices = 0, jobs = 0;
};
SeenLists list_values(Chip& chip, const Columns& columns, std::uint32_t range);

// Values of each column are below `range`. What is new goes to the vocabularies, which number by
// first row; `first_row` is that of the columns' first.
void generate(Chip& chip, const Columns& columns, std::uint32_t range, std::uint64_t first_row,
              std::span<Vocabulary* const> vocabularies);

// Ids by value, a table for each column, to be kept as long as the vocabularies stay as they are.
struct IdTables {
    Tensor tables{};
    std::uint32_t range = 0;
    std::vector<std::uint32_t> oov{};  // by column
};
IdTables make_tables(Chip& chip, std::uint32_t range,
                     std::span<const Vocabulary* const> vocabularies,
                     std::vector<std::uint32_t> oov);
void map(Chip& chip, const IdTables& tables, Columns& columns);

}  // namespace piper::chip
