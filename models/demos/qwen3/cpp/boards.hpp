// Boards and systems with the figures that plans need: the one table of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace qwen3 {

// Of one chip.
struct Chip {
    std::string_view arch;
    std::int64_t cores;  // that programs may use
    double clock_ghz;
    std::uint64_t l1_bytes;  // per core
    std::uint64_t dram_bytes;
    double dram_gb_per_s;         // of its parts
    double dram_matmul_gb_per_s;  // what matrix products read of it when weights are interleaved
    double link_gb_per_s;         // one link, one direction, as the fabric reaches it
    double hop_seconds;           // of a small packet

    // Of the matrix unit: 4096 operations a cycle and core in one pass; fidelity is 1 to 4 passes.
    double flops(int passes) const {
        return 4096e9 * static_cast<double>(cores) * clock_ghz / passes;
    }
};

struct Mesh {
    std::int64_t rows = 1, columns = 1;  // data parallel, tensor parallel
    std::int64_t chips() const { return rows * columns; }
    bool operator==(const Mesh&) const = default;
};

struct Board {
    std::string_view name, title;
    const Chip* chip;
    std::int64_t chips;
    std::int64_t links;  // between neighbours

    Mesh mesh() const;  // 32 chips 4x8, else one row
};

std::span<const Board> boards();
// Errors list the known names, or say what a mesh looks like.
const Board& find_board(std::string_view name);
Mesh parse_mesh(std::string_view text);
std::string text_of(const Mesh& mesh);

}  // namespace qwen3
