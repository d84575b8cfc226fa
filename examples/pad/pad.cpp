// Pads a row-major matrix below and to the right with a constant; the rows are shared out over
// cores.
#include <tt-metalium/work_split.hpp>

#include "../session.hpp"

using namespace examples;

namespace {

constexpr std::uint32_t kRows = 37, kColumns = 48;              // of the source
constexpr std::uint32_t kPaddedRows = 64, kPaddedColumns = 64;  // of the result
constexpr std::uint32_t kFill = 0xabababab;
constexpr std::uint32_t kWord = sizeof(std::uint32_t);

Words padded(const Words& matrix) {
    Words out(kPaddedRows * kPaddedColumns, kFill);
    for (std::uint32_t y = 0; y < kRows; y++)
        for (std::uint32_t x = 0; x < kColumns; x++)
            out[y * kPaddedColumns + x] = matrix[y * kColumns + x];
    return out;
}

}  // namespace

int main() {
    Session session;
    auto from = session.dram(kRows * kColumns * kWord, kColumns * kWord);
    auto to = session.dram(kPaddedRows * kPaddedColumns * kWord, kPaddedColumns * kWord);
    const Words matrix = pattern(kRows * kColumns);
    session.write(from, matrix);
    session.write(to, Words(kPaddedRows * kPaddedColumns));

    const auto [cores, all, large, small, rows_large, rows_small] =
        tt::tt_metal::split_work_to_cores(CoreCoord{4, 4}, kPaddedRows);
    Program program = CreateProgram();
    CreateCircularBuffer(program, all,
                         CircularBufferConfig(2 * kPaddedColumns * kWord,
                                              {{tt::CBIndex::c_0, tt::DataFormat::UInt32}})
                             .set_page_size(tt::CBIndex::c_0, kPaddedColumns * kWord));
    Words reader_args = {kRows, kColumns, kPaddedColumns, kFill};
    TensorAccessorArgs(*from).append_to(reader_args);
    Words writer_args = {kPaddedColumns * kWord};
    TensorAccessorArgs(*to).append_to(writer_args);
    const KernelHandle read = CreateKernel(program, kernel("examples/pad/kernels/read_padded.cpp"),
                                           all, reader(reader_args));
    const KernelHandle write = CreateKernel(program, kernel("examples/pad/kernels/write_rows.cpp"),
                                            all, writer(writer_args));

    std::uint32_t first = 0;
    for (const auto& [group, rows] : {std::pair{large, rows_large}, {small, rows_small}})
        for (const CoreRange& range : group.ranges())
            for (const CoreCoord& core : range) {
                SetRuntimeArgs(program, read, core,
                               {static_cast<std::uint32_t>(from->address()), first, rows});
                SetRuntimeArgs(program, write, core,
                               {static_cast<std::uint32_t>(to->address()), first, rows});
                first += rows;
            }
    session.run(std::move(program));

    const std::size_t wrong = differences(session.read(to), padded(matrix));
    session.close();
    return verdict(wrong, fmt::format("{}x{} padded to {}x{} by {} cores and compared", kRows,
                                      kColumns, kPaddedRows, kPaddedColumns, cores));
}
