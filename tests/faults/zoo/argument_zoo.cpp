// Arguments that are missing, too many, misspelt or out of date.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

// Each core writes its share of a sum to its page; `give` sets the arguments of both.
std::size_t shares(Stage& stage, const Words& here, const Words& there) {
    auto to = stage.empty(2 * 64, 64);
    stage.cb(0, 64, 64, both());
    const auto sum = stage.add("shares.cpp", both(), writer(accessor_args({to})));
    SetCommonRuntimeArgs(stage.program, sum, {address(to)});
    SetRuntimeArgs(stage.program, sum, kHere, here);
    SetRuntimeArgs(stage.program, sum, kThere, there);
    stage.run();
    const Words got = stage.session.read(to);
    return (got[0] == 30 ? 0 : 1) + (got[16] == 40 ? 0 : 1);
}

std::size_t unset_argument(Stage& stage) {
    if (stage.repaired) return shares(stage, {0, 10, 20}, {1, 15, 25});
    return shares(stage, {0, 10}, {1, 15});
}
std::size_t unread_argument(Stage& stage) {
    if (stage.repaired) return shares(stage, {0, 10, 20}, {1, 15, 25});
    return shares(stage, {0, 10, 20, 7}, {1, 15, 25, 7});
}
std::size_t argument_counts(Stage& stage) {
    if (stage.repaired) return shares(stage, {0, 10, 20}, {1, 15, 25});
    return shares(stage, {0, 10, 20}, {1, 15, 25, 9, 9});
}

std::size_t misspelt_name(Stage& stage) {
    auto to = stage.empty(64, 64);
    stage.cb(0, 64, 64);
    DataMovementConfig config = writer(accessor_args({to}));
    config.named_compile_args = {{"scale", 3}, {stage.repaired ? "offset" : "ofset", 4}};
    const auto set = stage.add("misspelt_name.cpp", only(kHere), config);
    SetRuntimeArgs(stage.program, set, kHere, {address(to)});
    stage.run();
    return stage.session.read(to).front() == 7 ? 0 : 1;
}

// The same program runs twice, with its output elsewhere the second time.
std::size_t stale_address(Stage& stage) {
    constexpr std::uint32_t bytes = 4 * kPage;
    auto from = stage.filled(bytes, kPage);
    auto to = stage.empty(bytes, kPage);
    stage.cb(0, 2 * kPage, kPage);
    const auto read = stage.add("fill.cpp", only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain.cpp", only(kHere), writer(accessor_args({to})));
    SetRuntimeArgs(stage.program, read, kHere, {address(from), 4});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), 4});
    distributed::MeshWorkload workload;
    auto& queue = stage.session.device().mesh_command_queue();
    const distributed::MeshCoordinateRange all(stage.session.device().shape());
    workload.add_program(all, std::move(stage.program));
    distributed::EnqueueMeshWorkload(queue, workload, true);

    to.reset();
    auto small = stage.empty(kPage, kPage);  // takes a part of the place
    to = stage.empty(bytes, kPage);
    if (stage.repaired)
        SetRuntimeArgs(workload.get_programs().at(all), write, kHere, {address(to), 4});
    distributed::EnqueueMeshWorkload(queue, workload, true);
    return differences(stage.session.read(to), pattern(bytes / 4));
}

constexpr Exhibit kArgumentExhibits[] = {
    {"unset_argument", unset_argument},   {"unread_argument", unread_argument},
    {"argument_counts", argument_counts}, {"misspelt_name", misspelt_name},
    {"stale_address", stale_address},
};

}  // namespace

std::span<const Exhibit> argument_exhibits() {
    return kArgumentExhibits;
}

}  // namespace ironbird::tests::zoo
