// A kernel on every device of a line, for runs over several ranks.
//
// usage: ranked MODE DEVICES
// MODE is print (each prints its lines at its own times), fault (two devices leave L1, the later
// number first), hang (all wait for ever), long (runs until it is ended) or nothing (no device).
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

namespace {

constexpr const char* kKernel = R"(
#include "api/debug/dprint.h"
void kernel_main() {
    const uint32_t mode = get_arg_val<uint32_t>(0), device = get_arg_val<uint32_t>(1);
    const uint32_t devices = get_arg_val<uint32_t>(2), word = get_arg_val<uint32_t>(3);
    auto* at = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(word);
    if (mode == 0) {
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t until = get_timestamp_32b() + 300 * ((device * 5 + i * 3) % 7 + 1);
            while (get_timestamp_32b() < until) {}
            DPRINT << "device " << device << " line " << i << ENDL();
        }
        *at = device + 100;
    }
    if (mode == 1) {
        const uint32_t until = get_timestamp_32b() + 2000 * (devices - device);
        while (get_timestamp_32b() < until) {}
        if (device % 2 == 1) noc_async_write(word, get_noc_addr(31, 31, word), 32);
    }
    if (mode == 2) {
        noc_semaphore_wait(at, 1);
    }
    if (mode == 3) {
        for (uint32_t i = 0; ; i++) *at = i;
    }
})";

constexpr const char* kModes[] = {"print", "fault", "hang", "long"};

int run(uint32_t mode, uint32_t devices) {
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, devices)));
    const CoreCoord core{0, 0}, grid = mesh->compute_with_storage_grid_size();
    const auto words =
        MeshBuffer::create(ReplicatedBufferConfig{.size = grid.x * grid.y * 32},
                           {.page_size = 32, .buffer_type = BufferType::L1}, mesh.get());
    MeshWorkload work;
    for (uint32_t i = 0; i < devices; i++) {
        std::vector<uint32_t> zero(8);
        tt::tt_metal::detail::WriteToDeviceL1(mesh->get_devices()[i], core,
                                              static_cast<uint32_t>(words->address()), zero);
        Program p = CreateProgram();
        const KernelHandle k = CreateKernelFromString(p, kKernel, core, DataMovementConfig{});
        SetRuntimeArgs(
            p, k, core,
            std::vector<uint32_t>{mode, i, devices, static_cast<uint32_t>(words->address())});
        work.add_program(MeshCoordinateRange(MeshCoordinate(0, i)), std::move(p));
    }
    fmt::print("started\n");
    std::fflush(stdout);
    EnqueueMeshWorkload(mesh->mesh_command_queue(), work, false);
    Finish(mesh->mesh_command_queue());
    for (uint32_t i = 0; i < devices; i++) {
        std::vector<uint32_t> got;
        tt::tt_metal::detail::ReadFromDeviceL1(mesh->get_devices()[i], core,
                                               static_cast<uint32_t>(words->address()), 4, got);
        fmt::print("device {} says {}\n", i, got.at(0));
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 3) return 2;
    for (uint32_t mode = 0; mode < std::size(kModes); mode++)
        if (std::strcmp(kModes[mode], argv[1]) == 0)
            return run(mode, static_cast<uint32_t>(std::atoi(argv[2])));
    fmt::print("nothing to do\n");
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}
