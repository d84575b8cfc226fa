// Circular buffers and transfers that reach where they should not.
#include "distributed_add/workload.hpp"
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

// Pages of 16 bytes: more than a counter of 16 bits can tell apart.
std::size_t page_counter(Stage& stage) {
    constexpr std::uint32_t page = 16;
    auto to = stage.empty(64, 64);
    stage.cb(0, (stage.repaired ? 60'000 : 70'000) * page, page);
    const auto out = stage.add("small_pages.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, out, kHere, {address(to)});
    stage.run();
    const Words got = stage.session.read(to);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != i ? 1 : 0;
    return wrong;
}

// One core says that a page is in use, and tells another to write there nevertheless.
std::size_t locked_page(Stage& stage) {
    auto page = stage.own_l1(kHere, 1, kPage);
    stage.session.write(page, Words(kPageWords));
    stage.cb(0, kPage, kPage, only(kThere));
    CreateSemaphore(stage.program, both(), 0);
    const auto here = stage.session.device().worker_core_from_logical_core(kHere);
    const auto there = stage.session.device().worker_core_from_logical_core(kThere);
    const auto hold = stage.add("hold.cpp", only(kHere), writer({}));
    const auto intrude = stage.add("intrude.cpp", only(kThere), writer({}));
    SetRuntimeArgs(stage.program, hold, kHere, {there.x, there.y, address(page), kPageWords});
    SetRuntimeArgs(stage.program, intrude, kThere, {here.x, here.y, address(page)});
    stage.run();
    const Words got = stage.session.read(page);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != i ? 1 : 0;
    return wrong;
}

// Each of two devices holds half of the tiles, and its kernels are told of all of them. Pages 8 to
// 11 fall into banks where the shard has none; from page 12 on they are tiles of B, and the next
// pass adds what they have become.
std::size_t count_of_the_mesh(Stage& stage) {
    namespace add = distributed_add;
    stage.session.close();
    const auto mesh = distributed::MeshDevice::create(
        distributed::MeshDeviceConfig(distributed::MeshShape(1, 2)));
    const add::Job job = add::make_job(*mesh, 16, 16);
    add::Job told = job;
    if (!stage.repaired) told.shard = told.per_core = told.tiles;
    const auto add_buffers = [](Program& program, const add::Job& j) {
        for (const std::uint8_t cb : {0, 1, 2, 16})
            CreateCircularBuffer(
                program, j.range,
                CircularBufferConfig(4 * add::kTileBytes, {{cb, tt::DataFormat::Float32}})
                    .set_page_size(cb, add::kTileBytes));
    };
    add::Buffers above = add::make_buffers(*mesh, job);  // as the card's top of DRAM is never free
    add::fill(*mesh, job, above);
    add::Buffers buffers = add::make_buffers(*mesh, job);
    add::fill(*mesh, job, buffers);
    std::vector<float> c;
    for (int pass = 0; pass < 2; pass++)
        c = add::compute(*mesh, buffers, add::make_program(told, buffers, {add_buffers}));
    return c.size() - add::count_right(job, c);
}

// A buffer may be dropped while a program that uses it is queued, not before.
std::size_t dropped_too_early(Stage& stage) {
    constexpr std::uint32_t bytes = 4 * kPage;
    auto from = stage.filled(bytes, kPage);
    auto to = stage.empty(bytes, kPage), last = stage.empty(bytes, kPage);
    const auto copy = [&](const auto& source, const auto& target) {
        stage.program = CreateProgram();
        stage.cb(0, 2 * kPage, kPage);
        const auto read = stage.add("fill.cpp", only(kHere), reader(accessor_args({source})));
        const auto write = stage.add("drain.cpp", only(kHere), writer(accessor_args({target})));
        SetRuntimeArgs(stage.program, read, kHere, {address(source), 4});
        SetRuntimeArgs(stage.program, write, kHere, {address(target), 4});
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(stage.session.device().shape()),
                             std::move(stage.program));
        return workload;
    };
    auto& queue = stage.session.device().mesh_command_queue();
    auto first = copy(from, to), second = copy(to, last);
    distributed::EnqueueMeshWorkload(queue, first, false);
    if (!stage.repaired) to.reset();
    distributed::EnqueueMeshWorkload(queue, second, false);
    to.reset();
    to = stage.session.dram(bytes, kPage);  // in the same place
    auto third = copy(from, to);
    distributed::EnqueueMeshWorkload(queue, third, false);
    const Words want = pattern(bytes / 4);
    return differences(stage.session.read(last), want) + differences(stage.session.read(to), want);
}

constexpr Exhibit kMemoryExhibits[] = {
    {"cb_for_one_stick", cb_for_one_stick},   {"cb_size_precedence", cb_size_precedence},
    {"misaligned_read", misaligned_read},     {"page_stride", page_stride},
    {"cb_over_buffer", cb_over_buffer},       {"tile_of_544_bytes", tile_of_544_bytes},
    {"page_counter", page_counter},           {"locked_page", locked_page},
    {"count_of_the_mesh", count_of_the_mesh}, {"dropped_too_early", dropped_too_early},
};

}  // namespace

std::span<const Exhibit> memory_exhibits() {
    return kMemoryExhibits;
}

}  // namespace ironbird::tests::zoo
