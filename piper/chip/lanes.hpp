// Row-local operators as texts of kernels: which run together in one program, and on which unit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "operator.hpp"

namespace piper::chip {

// Scalar code of the reader, of the vector unit, of the writer. Without `tile` the first is all
// there is, and both data-movement processors run it.
struct LaneProgram {
    std::string fill{};  // what empty fields become, before all else: only those are touched
    std::string before{}, before_tables{};
    std::string tile{};
    std::string after{}, after_tables{};
    bool flags = false;  // `fill` or `before` asks which fields are empty
    Type tile_in = Type::i32, tile_out = Type::i32;
    std::vector<std::string_view> operators{};
};

// As few programs as it takes: a program is scalar code, vectors, scalar code.
// `missing`: there are empty fields; `wide_dst`: Dst holds 32 bits, and so whole integers.
std::vector<LaneProgram> lane_programs(std::span<const Operator> operators, Type given,
                                       bool missing, bool wide_dst);

}  // namespace piper::chip
