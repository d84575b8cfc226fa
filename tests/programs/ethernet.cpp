// Kernels on the Ethernet cores of two devices that a cable joins: bytes there and back, and time.
//
// usage: ethernet [BYTES] [ROUNDS] [silent]
// Prints the cycles of a round trip; returns 1 if a byte is wrong. silent: the other end has no
// kernel, and the first waits for ever.
#include <fmt/format.h>

#include <cstdlib>
#include <numeric>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

namespace {

// Sends its bytes, waits until they are back, and tells how long that took.
constexpr const char* kPing = R"(
void kernel_main() {
    const uint32_t at = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t rounds = get_arg_val<uint32_t>(2), result = get_arg_val<uint32_t>(3);
    auto* cycles = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result);
    const uint32_t begin = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L);
    for (uint32_t i = 0; i < rounds; i++) {
        eth_send_bytes_over_channel(at, at + bytes, bytes, 0, bytes, bytes / 16);
        eth_wait_for_receiver_channel_done(0);
        eth_wait_for_bytes_on_channel(bytes, 1);
        eth_receiver_channel_done(1);
    }
    cycles[0] = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L) - begin;
})";
constexpr const char* kPong = R"(
void kernel_main() {
    const uint32_t at = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t rounds = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < rounds; i++) {
        eth_wait_for_bytes_on_channel(bytes, 0);
        eth_receiver_channel_done(0);
        eth_send_bytes_over_channel(at + bytes, at + 2 * bytes, bytes, 1, bytes, bytes / 16);
        eth_wait_for_receiver_channel_done(1);
    }
})";

struct End {
    IDevice* device;
    CoreCoord core;
};

Program program(const End& end, const char* source, const std::vector<uint32_t>& args) {
    Program p = CreateProgram();
    const KernelHandle kernel = CreateKernelFromString(p, source, end.core, EthernetConfig{});
    SetRuntimeArgs(p, kernel, end.core, args);
    return p;
}

}  // namespace

int main(int argc, char** argv) try {
    const auto number = [&](int i, uint32_t otherwise) {
        return argc > i ? static_cast<uint32_t>(std::atoi(argv[i])) : otherwise;
    };
    const uint32_t bytes = number(1, 1024), rounds = number(2, 1);
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, 2)));
    const End near{
        mesh->get_devices()[0],
        mesh->get_devices()[0]->get_ethernet_sockets(mesh->get_devices()[1]->id()).at(0)};
    const auto [chip, core] = near.device->get_connected_ethernet_core(near.core);
    const End far{mesh->get_device(chip), core};

    const uint32_t at = hal::get_erisc_l1_unreserved_base(), result = at + 3 * bytes;
    std::vector<uint32_t> words(bytes / 4);
    std::iota(words.begin(), words.end(), 7);
    tt::tt_metal::detail::WriteToDeviceL1(near.device, near.core, at, words, tt::CoreType::ETH);

    MeshWorkload work;
    const auto where = [&](const End& end) {
        return MeshCoordinateRange(mesh->get_view().find_device(end.device->id()));
    };
    work.add_program(where(near), program(near, kPing, {at, bytes, rounds, result}));
    if (argc < 4) work.add_program(where(far), program(far, kPong, {at, bytes, rounds}));
    EnqueueMeshWorkload(mesh->mesh_command_queue(), work, false);
    Finish(mesh->mesh_command_queue());

    std::vector<uint32_t> there, back, cycles;
    tt::tt_metal::detail::ReadFromDeviceL1(far.device, far.core, at + bytes, bytes, there,
                                           tt::CoreType::ETH);
    tt::tt_metal::detail::ReadFromDeviceL1(near.device, near.core, at + 2 * bytes, bytes, back,
                                           tt::CoreType::ETH);
    tt::tt_metal::detail::ReadFromDeviceL1(near.device, near.core, result, 4, cycles,
                                           tt::CoreType::ETH);
    fmt::print("{} bytes: {} cycles there and back\n", bytes, cycles.at(0) / rounds);
    if (there != words || back != words) {
        fmt::print("bytes differ\n");
        return 1;
    }
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}
