// Rows of the reports; values of the summaries are those of one bank, of the details all banks'.
#include "report/memory_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace ironbird::report {
namespace {

constexpr mem::Addr kClassBase = 1024;  // bytes of the smallest class of free blocks

// Classes double in size; the last one, from at most 128 MiB on, has no upper end.
std::size_t class_count(mem::Addr size) {
    constexpr mem::Addr largest = (std::uint64_t{128} << 20) / kClassBase;
    return std::clamp<std::size_t>(std::bit_width(size / kClassBase), 2, std::bit_width(largest));
}

std::size_t class_of(mem::Addr size, std::size_t classes) {
    const mem::Addr units = std::max<mem::Addr>(size / kClassBase, 1);
    return std::min<std::size_t>(std::bit_width(units) - 1, classes - 1);
}

std::string class_lines(const mem::FreeList& list, const std::vector<mem::Block>& blocks) {
    const std::size_t classes = class_count(list.whole_size());
    std::vector<std::string> free(classes);
    for (const mem::Block& b : blocks)
        if (!b.allocated) free[class_of(b.end - b.begin, classes)] += fmt::format("{} ", b.id);
    std::string text;
    for (std::size_t i = 0; i < classes; i++) {
        const std::string upper =
            i + 1 < classes ? fmt::format("{}", kClassBase << (i + 1)) : std::string("inf");
        text += fmt::format("  Size class {}: ({} - {}) blocks: {}\n", i, kClassBase << i, upper,
                            free[i]);
    }
    return text;
}

std::string neighbour(const std::vector<mem::Block>& blocks, std::size_t at) {
    return at < blocks.size() ? fmt::format("{}", blocks[at].id) : "none";
}

std::string table_lines(const mem::FreeList& list, const std::vector<mem::Block>& blocks) {
    std::vector<std::pair<std::size_t, std::string>> rows;
    for (std::size_t i = 0; i < blocks.size(); i++) {
        const mem::Block& b = blocks[i];
        rows.emplace_back(
            b.id, fmt::format("{:>12} {:>12} {:>12} {:>12} {:>12} {:>12}\n", b.id,
                              b.begin - list.base(), b.end - b.begin, neighbour(blocks, i - 1),
                              neighbour(blocks, i + 1), b.allocated ? "yes" : "no"));
    }
    std::ranges::sort(rows);
    std::string text = fmt::format("{:>12} {:>12} {:>12} {:>12} {:>12} {:>12} \n", "Block",
                                   "Address", "Size", "PrevID", "NextID", "Allocated");
    for (const auto& [id, row] : rows) text += row;
    return text;
}

}  // namespace

std::string block_dump(const mem::FreeList& list) {
    const std::vector<mem::Block> blocks = list.blocks();
    std::string spare;
    for (const std::size_t id : list.spare_ids()) spare += fmt::format("{} ", id);
    return fmt::format(
        "FreeListOpt allocator info:\nsegregated free blocks by size:\n{}"
        "Free slots in block table: {}\nBlock table:\n{}",
        class_lines(list, blocks), spare, table_lines(list, blocks));
}

void MemoryCsv::begin(bool programs) {
    const char* id = programs ? "Program ID" : "";
    texts[0] = fmt::format(
        "This report indicates available space for interleaving L1 buffers\n"
        "{}, Largest Contiguous Free Block (B), Total Free L1 Space (B)\n",
        id);
    texts[1] = fmt::format(
        "{}, Total Allocatable Size (B), Total Allocated (B), Total Free (B), "
        "Largest Free Block (B)\n",
        id);
    texts[2].clear();
}

void MemoryCsv::add(const mem::Allocator& banks, std::optional<std::uint64_t> program) {
    if (program)
        for (std::string& text : texts) text += fmt::format("{}", *program);
    for (const mem::Kind kind : {mem::Kind::dram, mem::Kind::l1, mem::Kind::l1_small}) {
        const mem::Statistics s = banks.statistics(kind);
        const std::uint64_t n = banks.banks(kind);
        texts[1] += fmt::format(",{},{},{},{}\n", s.total, s.allocated, s.free, s.largest_free);
        texts[2] += fmt::format(
            ",{}\n,Total allocatable (B):,{}\n,Total allocated (B):,{}\n,Total free (B):,{}\n{}",
            mem::name(kind), s.total * n, s.allocated * n, s.free * n,
            block_dump(banks.free_list(kind)));
        if (kind == mem::Kind::l1)
            texts[0] += fmt::format(",{},{}\n", s.largest_free, s.largest_free * n);
    }
}

}  // namespace ironbird::report
