// Workloads: programs by range of devices.
#include <tt-metalium/mesh_workload.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::require;

using namespace ironbird::host;

namespace {

ProgramState& first_program(const std::unordered_map<MeshCoordinateRange, Program>& programs) {
    require(!programs.empty(), Fault::host_argument, "the workload has no program");
    return programs.begin()->second.state();
}

ConfigLayout layout_on(MeshDevice& mesh,
                       const std::unordered_map<MeshCoordinateRange, Program>& programs) {
    return config_layout(first_program(programs), mesh.state().chip().product().memory);
}

}  // namespace

MeshWorkload::MeshWorkload() = default;
MeshWorkload::~MeshWorkload() = default;
MeshWorkload::MeshWorkload(MeshWorkload&&) noexcept = default;
MeshWorkload& MeshWorkload::operator=(MeshWorkload&&) noexcept = default;

void MeshWorkload::add_program(const MeshCoordinateRange& device_range, Program&& program) {
    for (const auto& [range, other] : programs_)
        require(!range.intersects(device_range), Fault::mesh_shape,
                "devices {} already run a program of this workload", range);
    programs_.emplace(device_range, std::move(program));
}

uint32_t MeshWorkload::get_sem_base_addr(std::shared_ptr<MeshDevice>& mesh, CoreCoord, CoreType) {
    return layout_on(*mesh, programs_).semaphores;
}

uint32_t MeshWorkload::get_sem_size(std::shared_ptr<MeshDevice>& mesh, CoreCoord, CoreType) {
    return layout_on(*mesh, programs_).semaphore_count * kSemaphoreSpacing;
}

uint32_t MeshWorkload::get_cb_base_addr(std::shared_ptr<MeshDevice>& mesh, CoreCoord, CoreType) {
    return layout_on(*mesh, programs_).cbs;
}

uint32_t MeshWorkload::get_cb_size(std::shared_ptr<MeshDevice>& mesh, CoreCoord, CoreType) {
    return layout_on(*mesh, programs_).cb_words * static_cast<uint32_t>(sizeof(uint32_t));
}

}  // namespace tt::tt_metal::distributed
