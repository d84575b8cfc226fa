// Programs and what they are put together from.
#include <fmt/format.h>

#include <atomic>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program.hpp>
#include <tt_stl/overloaded.hpp>

#include "base/require.hpp"
#include "host/program/chip_checks.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {

using namespace tt::tt_metal;

CoreRangeSet cores_of(const CoreSpec& spec) {
    return std::visit(
        ttsl::overloaded{[](const CoreCoord& c) { return CoreRangeSet(CoreRange(c)); },
                         [](const CoreRange& r) { return CoreRangeSet(r); },
                         [](const CoreRangeSet& s) { return s; }},
        spec);
}

KernelRecord& ProgramState::kernel(KernelHandle handle) const {
    require(handle < kernels.size(), Fault::unknown_handle,
            "there is no kernel {} in this program: it has {}", handle, kernels.size());
    return *kernels[handle];
}

CbRecord& ProgramState::cb(CBHandle handle) const {
    for (const auto& cb : cbs)
        if (cb->id == handle) return *cb;
    refuse(Fault::unknown_handle, "there is no circular buffer {} in this program", handle);
}

}  // namespace ironbird::host

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

Program::Program() : state_(std::make_shared<ProgramState>()) {
    static std::atomic<std::uint64_t> next{0};
    state_->id = next++;
}

Program::~Program() noexcept = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

void Program::set_runtime_id(ProgramId id) {
    state_->runtime_id = id;
}
ProgramId Program::get_runtime_id() const {
    return state_->runtime_id;
}

std::vector<std::shared_ptr<CircularBuffer>> Program::circular_buffers() const {
    std::vector<std::shared_ptr<CircularBuffer>> all;
    for (const auto& record : state_->cbs) all.push_back(std::make_shared<CircularBuffer>(record));
    return all;
}

Program CreateProgram() {
    return Program();
}

void AssignGlobalBufferToProgram(const std::shared_ptr<Buffer>& buffer, Program& program) {
    program.state().kept_buffers.push_back(buffer);
}

uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value, CoreType core_type) {
    const bool ethernet = core_type == CoreType::ETH;
    if (core_type != CoreType::WORKER && core_type != CoreType::TENSIX && !ethernet)
        throw Error(Fault::not_modelled, "semaphores exist on Tensix and Ethernet cores only");
    const CoreRangeSet cores = std::visit([](const auto& c) { return CoreRangeSet(c); }, core_spec);
    require(!cores.empty(), Fault::host_argument, "a semaphore needs at least one core");
    const CoreMask mask =
        ethernet ? need_on_ethernet(cores, "a semaphore") : need_on_grid(cores, "a semaphore");
    const uint32_t limit = largest([](const arch::Product& p) { return p.limits.semaphores; });
    std::vector<bool> taken(limit, false);
    for (const SemaphoreRecord& s : program.state().semaphores)
        if ((s.mask & mask).any()) taken[s.id] = true;
    const auto id =
        static_cast<uint32_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    require(id < limit, Fault::semaphore_count,
            "cores {} have no free semaphore: there are {} on each core", cores, limit);
    program.state().semaphores.push_back({id, cores, mask, initial_value});
    return id;
}

}  // namespace tt::tt_metal
