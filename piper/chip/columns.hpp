// Columns that are alike, on a board: each in blocks of 1024 rows, one behind the other.
#pragma once

#include <optional>
#include <span>

#include "chip/chip.hpp"
#include "chip/lanes.hpp"
#include "column.hpp"
#include "operator.hpp"

namespace piper::chip {

struct Columns {
    Tensor words{};
    std::optional<Tensor> flags{};  // a bit a row, set where the field is empty
    Type type = Type::i32;
    std::uint32_t width = 1;  // words a row
    std::size_t rows = 0, count = 0;
    std::uint32_t blocks = 0;  // of one column

    std::uint32_t all_blocks() const { return blocks * static_cast<std::uint32_t>(count); }
};

// All of the same rows, type and width.
Columns upload(Chip& chip, std::span<Column* const> columns, bool with_flags);
void download(Chip& chip, const Columns& from, std::span<Column* const> to);

// Each as one program, or several where lane operators do not fit into one.
void run_lanes(Chip& chip, std::span<const Operator> operators, Columns& columns);
Tensor run_program(Chip& chip, const LaneProgram& program, const Columns& columns);
void hex_to_int(Chip& chip, Columns& columns);
void one_hot(Chip& chip, const Operator& op, Columns& columns);
void first_x(Chip& chip, const Operator& op, Columns& columns);

// Rows of embedding tables, which end on the host: their width is no multiple of a page's.
class Tables {
 public:
    void embed(Chip& chip, const Operator& op, const Columns& ids, std::span<Column* const> to);
    // A row of the table for each word of the ids, filled up to what DRAM is read by.
    Tensor rows(Chip& chip, const Operator& op, const Columns& ids);

 private:
    const std::vector<Tensor>& parts_of(Chip& chip, const Operator& op);
    std::vector<std::pair<std::vector<double>, std::vector<Tensor>>> known_{};
};

}  // namespace piper::chip
