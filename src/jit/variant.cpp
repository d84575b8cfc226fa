// Requests without some of their parts.
#include "jit/variant.hpp"

#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>

#include "jit/file.hpp"

namespace ironbird::jit {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kChipWords[] = {"ARCH_",           "sfpi",
                                           "DRAM_ALIGNMENT",  "NUM_DRAM_BANKS",
                                           "NUM_L1_BANKS",    "NOC_MAX_BURST_",
                                           "AddrGen",         "TensorAccessor",
                                           "bank_id",         "get_dram_noc_addr",
                                           "get_l1_noc_addr", "dram_sharded_set_state",
                                           "_to_noc_xy",      "NUM_CIRCULAR_",
                                           "NOC_XY_",         "MEM_L1_SIZE",
                                           "MEM_ZEROS_BASE",  "system_memory"};
constexpr std::string_view kL1BankWords[] = {"NUM_L1_BANKS", "get_l1_noc_addr", "l1_bank",
                                             "bank_to_l1_offset", "IB_L1_BANK_XY"};
constexpr std::string_view kL1BankDefines[] = {
    "NUM_L1_BANKS=", "LOG_BASE_2_OF_NUM_L1_BANKS=", "IS_NOT_POW2_NUM_L1_BANKS=", "IB_L1_BANK_XY="};
constexpr std::string_view kBufferWords[] = {"get_tile_",    "get_dataformat", "get_face_",
                                             "get_operand_", "get_output_",    "_format[",
                                             "TSLICE",       "IB_CB_"};
constexpr std::string_view kWidthWords[] = {"DST_ACCUM_MODE", "fast_untilize"};
constexpr std::string_view kSyncWords[] = {"DST_SYNC_MODE"};
constexpr std::string_view kFidelityWords[] = {"MATH_FIDELITY"};
constexpr std::string_view kApproximationWords[] = {"APPROX"};

// What compilers say of kernels that lack a part, beyond the words of the kernel.
constexpr std::string_view kChipSigns[] = {"ib_chip", "ironbird::chip", "bank_count", "get_bank_",
                                           "get_noc_xy"};
constexpr std::string_view kL1BankSigns[] = {"banks<false>"};
constexpr std::string_view kBufferSigns[] = {"_src_format", "_dst_format", "tile_size",
                                             "tile_r_dim",  "tile_c_dim",  "face_r_dim",
                                             "num_faces",   "tile_rows(",  "tile_columns("};

struct Row {
    Parts part;
    std::string_view macro;     // the beginning of the names of its macros in prologues
    std::string_view withheld;  // what the headers see instead
    Words words, signs;
};
constexpr Row kRows[] = {
    {kOfBuffers, "IB_CB_", "IB_NO_BUFFERS", kBufferWords, kBufferSigns},
    {kOfBuffers, "IB_UNPACK_DST_FORMATS", "", {}, {}},
    {kOfBuffers, "IB_PACK_SRC_FORMATS", "", {}, {}},
    {kOfWidth, "IB_FP32_DEST_ACC", "IB_NO_WIDTH", kWidthWords, {}},
    {kOfSync, "IB_DST_FULL_SYNC", "IB_NO_SYNC", kSyncWords, {}},
    {kOfFidelity, "IB_MATH_FIDELITY", "IB_NO_FIDELITY", kFidelityWords, {}},
    {kOfApproximation, "IB_MATH_APPROX", "IB_NO_APPROXIMATION", kApproximationWords, {}},
};

constexpr std::string_view kLineBegin = "#define ";

bool names(const std::string& text, Words words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool is_of(Parts parts, const std::string& line) {
    if (!line.starts_with(kLineBegin)) return false;
    const std::string_view name = std::string_view(line).substr(kLineBegin.size());
    return std::ranges::any_of(
        kRows, [&](const Row& row) { return (row.part & parts) && name.starts_with(row.macro); });
}

std::string without(Parts parts, const std::string& prologue) {
    std::string rest;
    std::istringstream lines(prologue);
    for (std::string line; std::getline(lines, line);)
        if (!is_of(parts, line)) rest += line + '\n';
    return rest;
}

// And with what the headers see instead.
std::string withheld(Parts parts, const std::string& prologue) {
    std::string rest = without(parts, prologue);
    for (const Row& row : kRows)
        if ((row.part & parts) && !row.withheld.empty())
            rest.append(kLineBegin).append(row.withheld) += '\n';
    return rest;
}

// A kernel whose request says nothing of chips is of its own.
Parts always(const Request& r) {
    return r.chip_defines.empty() ? Parts{kOfChip | kOfL1Banks} : Parts{0};
}

void withhold_l1_banks(Request& r) {
    r.chip = "any with this DRAM";
    std::erase_if(r.chip_defines, [](const std::string& define) {
        return std::ranges::any_of(kL1BankDefines,
                                   [&](std::string_view l1) { return define.starts_with(l1); });
    });
    r.chip_defines.emplace_back("IB_ANY_L1_BANKS");
}

}  // namespace

Request with_parts(const Request& request, Parts parts) {
    parts |= always(request);
    Request r = request;
    r.prologue = withheld(kEverything & ~parts, request.prologue);
    if (!(parts & kOfChip)) {
        r.chip = "any";
        r.chip_defines = {"IB_ANY_CHIP"};
    } else if (!(parts & kOfL1Banks)) {
        withhold_l1_banks(r);
    }
    return r;
}

Parts guessed_parts(const Request& request) {
    const std::string text = request.source_path.empty()
                                 ? request.source_text
                                 : read_file(request.source_path).value_or("");
    // A program's own macros may name them, too.
    const std::string own = text + without(kEverything, request.prologue);
    Parts parts = always(request);
    if (names(own, kChipWords)) parts |= kOfChip;
    if (names(own, kL1BankWords)) parts |= kOfChip | kOfL1Banks;
    for (const Row& row : kRows)
        if (names(own, row.words)) parts |= row.part;
    return parts;
}

Parts widened(Parts parts, const std::string& compiler_output) {
    Parts wider = parts;
    for (const Row& row : kRows)
        if (names(compiler_output, row.words) || names(compiler_output, row.signs))
            wider |= row.part;
    const bool poisoned = compiler_output.find("poisoned") != std::string::npos;
    if ((poisoned && !names(compiler_output, kSyncWords)) || names(compiler_output, kChipWords) ||
        names(compiler_output, kChipSigns))
        wider |= kOfChip;
    if (names(compiler_output, kL1BankWords) || names(compiler_output, kL1BankSigns))
        wider |= kOfChip | kOfL1Banks;
    return wider == parts ? Parts{kEverything} : wider;
}

}  // namespace ironbird::jit
