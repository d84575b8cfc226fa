// Circular buffers and transfers that reach where they should not.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

// As in the shipped example shard_data_rm: a page for one stick, filled with four.
std::size_t cb_for_one_stick(Stage& stage) {
    constexpr std::uint32_t stick = 64, sticks = 4;
    auto from = stage.filled(sticks * stick, stick), to = stage.empty(sticks * stick, stick);
    stage.cb(0, stage.repaired ? sticks * stick : stick, stick);
    const auto copy =
        stage.add("cb_for_one_stick.cpp", only(kHere), writer(accessor_args({from, to})));
    SetRuntimeArgs(stage.program, copy, kHere, {address(from), address(to), sticks});
    stage.run();
    return differences(stage.session.read(to), pattern(sticks * stick / 4));
}

// As in repeat: the size of two padded rows, with the brackets forgotten.
std::size_t cb_size_precedence(Stage& stage) {
    constexpr std::uint32_t row = 512, padding = 64, rows = 2;
    const std::uint32_t size = stage.repaired ? rows * (row + padding) : rows * row + padding;
    constexpr std::uint32_t bytes = rows * (row + padding);
    auto from = stage.filled(bytes, row + padding), to = stage.empty(bytes, row + padding);
    stage.cb(0, size, size);
    stage.cb(1, kPage, kPage);
    const auto copy =
        stage.add("cb_size_precedence.cpp", only(kHere), writer(accessor_args({from, to})));
    SetRuntimeArgs(stage.program, copy, kHere, {address(from), address(to)});
    stage.run();
    return differences(stage.session.read(to), pattern(bytes / 4));
}

std::size_t misaligned_read(Stage& stage) {
    auto from = stage.filled(kPage, kPage);
    stage.cb(0, kPage, kPage);
    const auto read = stage.add("misaligned_read.cpp", only(kHere), writer(accessor_args({from})));
    SetRuntimeArgs(stage.program, read, kHere, {address(from)});
    stage.run();
    return 0;
}

// Pages of 544 bytes lie 544 bytes apart in DRAM on Wormhole and 576 on Blackhole.
std::size_t page_stride(Stage& stage) {
    constexpr std::uint32_t page = 544, rows = 4;
    const std::uint32_t pitch = stage.repaired ? 576 : page;
    const auto banks = static_cast<std::uint32_t>(stage.session.device().num_dram_channels());
    auto from = stage.filled(rows * banks * page, page);
    auto to = stage.own_l1(kHere, 1, rows * pitch);
    stage.session.write(to, Words(rows * pitch / 4));
    const auto read = stage.add("page_stride.cpp", only(kHere), writer(accessor_args({from})));
    if (stage.repaired)
        SetRuntimeArgs(stage.program, read, kHere, {address(from), address(to), rows, banks});
    else
        SetRuntimeArgs(stage.program, read, kHere, {address(from), address(to), rows});
    stage.run();
    const Words all = pattern(rows * banks * page / 4), got = stage.session.read(to);
    std::size_t wrong = 0;
    for (std::uint32_t r = 0; r < rows; r++)
        for (std::uint32_t i = 0; i < page / 4; i++)
            wrong += got[r * pitch / 4 + i] != all[r * banks * page / 4 + i] ? 1 : 0;
    return wrong;
}

// Tiles of 544 bytes side by side in L1: the second is not aligned to its page on Blackhole.
std::size_t tile_of_544_bytes(Stage& stage) {
    constexpr std::uint32_t page = 544, pages = 4;
    const std::uint32_t pitch = stage.repaired ? 576 : page;
    auto from = stage.filled(pages * page, page), to = stage.empty(pages * page, page);
    stage.cb(0, 2 * pitch, pitch);
    const auto copy =
        stage.add("tile_of_544_bytes.cpp", only(kHere), writer(accessor_args({from, to})));
    SetRuntimeArgs(stage.program, copy, kHere, {address(from), address(to), pages});
    stage.run();
    return differences(stage.session.read(to), pattern(pages * page / 4));
}

std::size_t cb_over_buffer(Stage& stage) {
    auto under = stage.own_l1(kHere, 1, kPage);
    auto to = stage.empty(kPage, kPage);
    const std::uint32_t bytes = stage.repaired ? kPage : 2 * kPage;
    CreateCircularBuffer(stage.program, kHere,
                         CircularBufferConfig(bytes, {{0, tt::DataFormat::Float16_b}})
                             .set_page_size(0, kPage)
                             .set_globally_allocated_address(*under->get_reference_buffer()));
    stage.session.write(under, pattern(kPageWords));
    const auto out = stage.add("cb_over_buffer.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, out, kHere, {address(to)});
    stage.run();
    return differences(stage.session.read(to), pattern(kPageWords));
}

constexpr Exhibit kExhibits[] = {
    {"cb_for_one_stick", cb_for_one_stick}, {"cb_size_precedence", cb_size_precedence},
    {"misaligned_read", misaligned_read},   {"page_stride", page_stride},
    {"cb_over_buffer", cb_over_buffer},     {"tile_of_544_bytes", tile_of_544_bytes},
};

}  // namespace

std::span<const Exhibit> memory_exhibits() {
    return kExhibits;
}

}  // namespace ironbird::tests::zoo
