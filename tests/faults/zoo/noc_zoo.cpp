// Barriers that are missing or of the wrong kind.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

constexpr std::uint32_t kPages = 8;

// Words that are not the number of their page.
std::size_t page_numbers(const Words& got) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != i / kPageWords ? 1 : 0;
    return wrong;
}

// DRAM to DRAM through CB 0, with one faulty kernel of the two.
std::size_t copy_through_cb(Stage& stage, const std::string& in, const std::string& out) {
    auto from = stage.filled(kPages * kPage, kPage), to = stage.empty(kPages * kPage, kPage);
    stage.cb(0, 2 * kPage, kPage);
    const auto read = stage.add(in, only(kHere), reader(accessor_args({from})));
    const auto write = stage.add(out, only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, read, kHere, {address(from), kPages});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), kPages});
    stage.run();
    return differences(stage.session.read(to), pattern(kPages * kPageWords));
}

std::size_t read_without_barrier(Stage& stage) {
    return copy_through_cb(stage, "read_without_barrier.cpp", "drain.cpp");
}

std::size_t wrong_barrier(Stage& stage) {
    auto to = stage.empty(kPages * kPage, kPage);
    stage.cb(0, 2 * kPage, kPage);
    const auto count = stage.add("count_up.cpp", only(kHere), reader({}));
    const auto write = stage.add("wrong_barrier.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, count, kHere, {kPages});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), kPages});
    stage.run();
    return page_numbers(stage.session.read(to));
}

std::size_t source_reused(Stage& stage) {
    auto to = stage.empty(kPages * kPage, kPage);
    stage.cb(0, kPage, kPage);
    const auto write = stage.add("source_reused.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, write, kHere, {address(to), kPages});
    stage.run();
    return page_numbers(stage.session.read(to));
}

// One processor ends with writes under way; the other takes over their source.
std::size_t write_at_exit(Stage& stage) {
    auto to = stage.empty(kPages * kPage, kPage);
    stage.cb(0, kPages * kPage, kPage);
    CreateSemaphore(stage.program, only(kHere), 0);
    const auto write = stage.add("write_at_exit.cpp", only(kHere), reader(accessor_args({to})));
    const auto wipe = stage.add("wipe_after.cpp", only(kHere), writer({}));
    SetRuntimeArgs(stage.program, write, kHere, {address(to), kPages});
    SetRuntimeArgs(stage.program, wipe, kHere, {kPages * kPageWords});
    stage.run();
    const Words got = stage.session.read(to);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != i ? 1 : 0;
    return wrong;
}

// One processor ends with an increment under way; the other says that it has been made.
std::size_t atomic_at_exit(Stage& stage) {
    auto to = stage.empty(64, 64);
    stage.cb(0, 64, 64, both());
    for (int i = 0; i < 3; i++) CreateSemaphore(stage.program, both(), 0);
    const auto there = stage.session.device().worker_core_from_logical_core(kThere);
    const auto raise = stage.add("atomic_at_exit.cpp", only(kHere), reader({}));
    const auto tell = stage.add("tell_after.cpp", only(kHere), writer({}));
    const auto copy = stage.add("copy_count.cpp", only(kThere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, raise, kHere, {there.x, there.y});
    SetRuntimeArgs(stage.program, tell, kHere, {there.x, there.y});
    SetRuntimeArgs(stage.program, copy, kThere, {address(to)});
    stage.run();
    return stage.session.read(to).front() == 1 ? 0 : 1;
}

std::size_t pop_before_flush(Stage& stage) {
    auto to = stage.empty(kPages * kPage, kPage);
    stage.cb(0, 2 * kPage, kPage);
    const auto count = stage.add("count_up.cpp", only(kHere), reader({}));
    const auto write = stage.add("pop_before_flush.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, count, kHere, {kPages});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), kPages});
    stage.run();
    return page_numbers(stage.session.read(to));
}

// A row of four cores gets a page from a core outside of it.
std::size_t multicast_count(Stage& stage) {
    const CoreRange row({0, 1}, {3, 1});
    stage.cb(0, kPage, kPage, CoreRangeSet(CoreRange({0, 0}, {3, 1})));
    const auto cast = stage.add("multicast_count.cpp", only(kHere), writer({}));
    stage.add("idle.cpp", CoreRangeSet(row), writer({}));
    const auto first = stage.session.device().worker_core_from_logical_core(row.start_coord);
    const auto last = stage.session.device().worker_core_from_logical_core(row.end_coord);
    SetRuntimeArgs(stage.program, cast, kHere, {first.x, last.x, first.y});
    stage.run();
    return 0;
}

constexpr Exhibit kNocExhibits[] = {
    {"read_without_barrier", read_without_barrier},
    {"wrong_barrier", wrong_barrier},
    {"source_reused", source_reused},
    {"write_at_exit", write_at_exit},
    {"atomic_at_exit", atomic_at_exit},
    {"pop_before_flush", pop_before_flush},
    {"multicast_count", multicast_count},
};

}  // namespace

std::span<const Exhibit> noc_exhibits() {
    return kNocExhibits;
}

}  // namespace ironbird::tests::zoo
