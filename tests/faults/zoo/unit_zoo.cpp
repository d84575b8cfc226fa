// What single processors and units do wrong: consumers of a circular buffer, Dst, kernels that
// fault.
#include <optional>

#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

std::size_t two_consumers(Stage& stage) {
    auto from = stage.filled(2 * kPage, kPage), to = stage.empty(2 * kPage, kPage);
    stage.cb(0, 2 * kPage, kPage);
    const auto fill = stage.add("pops_too.cpp", only(kHere), reader(accessor_args({from})));
    const auto drain = stage.add("drain.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, fill, kHere, {address(from)});
    SetRuntimeArgs(stage.program, drain, kHere, {address(to), stage.repaired ? 2u : 1u});
    stage.run();
    return 0;
}

// One tile through compute: what `filler` puts into CB 0 and `compute` makes of it.
std::size_t through_compute(Stage& stage, const char* filler, const char* compute) {
    auto from = stage.filled(kPage, kPage), to = stage.empty(kPage, kPage);
    stage.cb(0, kPage, kPage);
    stage.cb(16, kPage, kPage);
    const auto read = stage.add(filler, only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain_16.cpp", only(kHere), writer(accessor_args({to})));
    stage.add(compute, {});
    SetRuntimeArgs(stage.program, read, kHere, {address(from), 1});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), 1});
    stage.run();
    return 0;
}

std::size_t pack_without_commit(Stage& stage) {
    return through_compute(stage, "fill.cpp", "pack_without_commit.cpp");
}
std::size_t tile_past_the_cb(Stage& stage) {
    return through_compute(stage, "fill.cpp", "tile_past_the_cb.cpp");
}
std::size_t unpack_without_math(Stage& stage) {
    return through_compute(stage, "fill.cpp", "unpack_without_math.cpp");
}
std::size_t dst_never_written(Stage& stage) {
    return through_compute(stage, "fill.cpp", "dst_never_written.cpp");
}
std::size_t page_never_filled(Stage& stage) {
    return through_compute(stage, "push_unwritten.cpp", "copy_one.cpp");
}

// A kernel alone, with its argument if it has one.
std::size_t alone(Stage& stage, const char* file, std::optional<std::uint32_t> argument = {}) {
    CreateSemaphore(stage.program, only(kHere), 0);
    const auto kernel = stage.add(file, only(kHere), writer({}));
    if (argument) SetRuntimeArgs(stage.program, kernel, kHere, {*argument});
    stage.run();
    return 0;
}

std::size_t stack_too_small(Stage& stage) {
    return alone(stage, "stack_too_small.cpp");
}
std::size_t load_from_nowhere(Stage& stage) {
    return alone(stage, "load_from_nowhere.cpp");
}
std::size_t assertion(Stage& stage) {
    return alone(stage, "assertion.cpp", 3);
}
std::size_t divide_by_zero(Stage& stage) {
    return alone(stage, "divide_by_zero.cpp", stage.repaired ? 1 : 0);
}
std::size_t load_from_nobody(Stage& stage) {
    auto own = stage.own_l1(kHere, 1, kPage);
    stage.session.write(own, Words(kPageWords));
    return alone(stage, "load_from_nobody.cpp",
                 stage.repaired ? address(own) : address(own) - kPage);
}

std::size_t write_into_padding(Stage& stage) {
    constexpr std::uint32_t page = 48;
    auto to = stage.empty(page, page);
    stage.cb(0, kPage, kPage);
    const auto write =
        stage.add("write_into_padding.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, write, kHere, {address(to), page});
    stage.run();
    return 0;
}

std::size_t flush_at_exit(Stage& stage) {
    auto to = stage.empty(64, 64);
    stage.cb(0, kPage, kPage);
    const auto write = stage.add("flush_at_exit.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, write, kHere, {address(to)});
    stage.run();
    return 0;
}

constexpr Exhibit kUnitExhibits[] = {
    {"two_consumers", two_consumers},
    {"pack_without_commit", pack_without_commit},
    {"tile_past_the_cb", tile_past_the_cb},
    {"unpack_without_math", unpack_without_math},
    {"dst_never_written", dst_never_written},
    {"page_never_filled", page_never_filled},
    {"stack_too_small", stack_too_small},
    {"load_from_nowhere", load_from_nowhere},
    {"assertion", assertion},
    {"divide_by_zero", divide_by_zero},
    {"load_from_nobody", load_from_nobody},
    {"write_into_padding", write_into_padding},
    {"flush_at_exit", flush_at_exit},
};

}  // namespace

std::span<const Exhibit> unit_exhibits() {
    return kUnitExhibits;
}

}  // namespace ironbird::tests::zoo
