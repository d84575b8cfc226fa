// Signals that arrive before their data, and a semaphore with two masters.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

constexpr CoreCoord kThird{2, 0};

std::size_t counting(const Words& got) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != i ? 1 : 0;
    return wrong;
}

// A page goes from one core to another, with a semaphore behind or before it.
std::size_t send_page(Stage& stage, const std::string& sender, CoreCoord signalled) {
    auto to = stage.empty(kPage, kPage);
    const CoreRangeSet all(CoreRange(kHere, kThird));
    stage.cb(0, kPage, kPage, all);
    CreateSemaphore(stage.program, all, 0);
    const auto there = stage.session.device().worker_core_from_logical_core(kThere);
    const auto told = stage.session.device().worker_core_from_logical_core(signalled);
    const auto send = stage.add(sender, only(kHere), writer({}));
    const auto receive = stage.add(signalled == kThere ? "receive.cpp" : "fetch.cpp",
                                   only(signalled), writer(accessor_args({to})));
    if (signalled != kThere) stage.add("idle.cpp", only(kThere), writer({}));
    SetRuntimeArgs(stage.program, send, kHere, {there.x, there.y, told.x, told.y});
    if (signalled == kThere)
        SetRuntimeArgs(stage.program, receive, signalled, {address(to)});
    else
        SetRuntimeArgs(stage.program, receive, signalled, {address(to), there.x, there.y});
    stage.run();
    return counting(stage.session.read(to));
}

std::size_t credit_before_data(Stage& stage) {
    return send_page(stage, "credit_before_data.cpp", kThere);
}
std::size_t credit_on_other_noc(Stage& stage) {
    return send_page(stage, "credit_on_other_noc.cpp", kThere);
}
std::size_t credit_to_other_core(Stage& stage) {
    return send_page(stage, "credit_to_other_core.cpp", kThird);
}
std::size_t credit_not_promised(Stage& stage) {
    return send_page(stage, "credit_not_promised.cpp", kThere);
}
std::size_t flag_without_flush(Stage& stage) {
    return send_page(stage, "flag_without_flush.cpp", kThere);
}

std::size_t local_increment(Stage& stage) {
    auto to = stage.empty(64, 64);
    CreateSemaphore(stage.program, both(), 0);
    CreateSemaphore(stage.program, both(), 0);
    const auto here = stage.session.device().worker_core_from_logical_core(kHere);
    const auto own = stage.add("local_increment.cpp", only(kHere), writer(accessor_args({to})));
    const auto remote = stage.add("remote_increment.cpp", only(kThere), writer({}));
    if (stage.repaired)
        SetRuntimeArgs(stage.program, own, kHere, {address(to), here.x, here.y});
    else
        SetRuntimeArgs(stage.program, own, kHere, {address(to)});
    SetRuntimeArgs(stage.program, remote, kThere, {here.x, here.y});
    stage.run();
    return stage.session.read(to).front() == 200 ? 0 : 1;
}

constexpr Exhibit kRaceExhibits[] = {
    {"credit_before_data", credit_before_data},     {"credit_on_other_noc", credit_on_other_noc},
    {"credit_to_other_core", credit_to_other_core}, {"credit_not_promised", credit_not_promised},
    {"local_increment", local_increment},           {"flag_without_flush", flag_without_flush},
};

}  // namespace

std::span<const Exhibit> race_exhibits() {
    return kRaceExhibits;
}

}  // namespace ironbird::tests::zoo
