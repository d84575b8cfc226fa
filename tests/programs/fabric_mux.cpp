// Several workers send over one link, through a mux of the first or the second form: all bytes
// arrive, and so does every increment.
//
// usage: fabric_mux FORM CLIENTS PACKETS BYTES [staged]
// FORM is 1 or 2. Run on a machine of at least two devices; prints the cycles of the slowest
// client.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using namespace tt::tt_fabric;

namespace {

constexpr std::uint32_t kFrom = 0x40000, kTo = 0x60000, kCount = 0xa0000, kResult = 0xa0010;
constexpr std::uint32_t kWords = 0xa0040, kMuxBase = 0x40000;

// Its connection, then: packets of the payload at kFrom to the same core of the neighbour, each
// with an increment. Client 0 of the first form ends the mux when the others have counted up its
// word.
constexpr const char* kClient = R"(
#include "tt_metal/fabric/hw/inc/linear/api.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux_interface.hpp"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux_v2_sender.hpp"

using namespace tt::tt_fabric;

template <typename Sender>
void send(Sender& sender, size_t& arg) {
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t from = next(), to = next(), count = next(), result = next();
    const uint32_t packets = next(), bytes = next(), x = next(), y = next();
    auto* header = PacketHeaderPool::allocate_header();
    const uint32_t begin = get_timestamp_32b();
    for (uint32_t i = 0; i < packets; i++)
        linear::experimental::fabric_unicast_noc_fused_unicast_with_atomic_inc(
            &sender, header, from, bytes,
            NocUnicastAtomicIncFusedCommandHeader{safe_get_noc_addr(x, y, to, 0),
                                                  safe_get_noc_addr(x, y, count, 0), 1}, 1);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = get_timestamp_32b() - begin;
}

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
#ifdef SECOND_FORM
    auto sender = FabricMuxV2Sender<STAGED>::build_from_args(arg);
    sender.open();
    send(sender, arg);
    sender.close();
#else
    const uint32_t x = next(), y = next(), channel = next(), slots = next(), slot_bytes = next();
    const uint32_t base = next(), info = next(), handshake = next(), flow = next(), index = next();
    const uint32_t status = next(), termination = next(), words = next();
    auto sender = build_connection_to_fabric_endpoint<0>(
        x, y, channel, slots, slot_bytes, base, info, handshake, flow, index, words, words + 16,
        words + 32);
    wait_for_fabric_endpoint_ready(x, y, status, words + 48);
    fabric_client_connect(sender);
    send(sender, arg);
    fabric_client_disconnect(sender);
    const uint32_t first_x = next(), first_y = next(), ended = get_semaphore(next()), others = next();
    if (channel == 0) {
        noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ended), others);
        fabric_endpoint_terminate(x, y, termination);
    } else {
        noc_semaphore_inc(get_noc_addr(first_x, first_y, ended), 1);
        noc_async_atomic_barrier();
    }
#endif
}
)";

struct Run {
    std::shared_ptr<MeshDevice> mesh;
    bool second, staged;
    std::uint32_t clients, packets, bytes;
    CoreCoord mux{0, 6};

    static CoreCoord core(std::uint32_t client) { return {client % 8, client / 8}; }
    CoreCoord place(const CoreCoord& logical) const {
        return mesh->worker_core_from_logical_core(logical);
    }
    FabricNodeId node(std::uint32_t i) const {
        return mesh->get_fabric_node_id(MeshCoordinate(0, i));
    }

    std::vector<std::uint32_t> first_form(const FabricMuxConfig& config, std::uint8_t i) const {
        constexpr auto kType = FabricMuxChannelType::FULL_SIZE_CHANNEL;
        const CoreCoord v = place(mux);
        std::vector<std::uint32_t> args;
        for (const std::size_t value :
             {v.x, v.y, std::size_t{i}, std::size_t{config.get_num_buffers(kType)},
              config.get_buffer_size_bytes(kType), config.get_channel_base_address(kType, i),
              config.get_connection_info_address(kType, i),
              config.get_connection_handshake_address(kType, i),
              config.get_flow_control_address(kType, i), config.get_buffer_index_address(kType, i),
              config.get_status_address(), config.get_termination_signal_address(),
              std::size_t{kWords}})
            args.push_back(static_cast<std::uint32_t>(value));
        return args;
    }

    void add_mux(Program& program, const FabricMuxConfig& config) const {
        const KernelHandle kernel = CreateKernel(
            program, "tt_metal/fabric/impl/kernels/tt_fabric_mux.cpp", mux,
            DataMovementConfig{.compile_args = config.get_fabric_mux_compile_time_args()});
        SetRuntimeArgs(program, kernel, mux,
                       config.get_fabric_mux_run_time_args(node(0), node(1), 0, program, mux));
    }

    Program program() const {
        Program program = CreateProgram();
        const auto channels = static_cast<std::uint8_t>(clients);
        const std::size_t slot = get_tt_fabric_channel_buffer_size_bytes();
        const FabricMuxConfig one(channels, 0, 4, 0, slot, kMuxBase);
        const FabricMuxV2Config two(channels, 4, slot, kMuxBase);
        if (second)
            add_fabric_mux_v2_to_program(program, two, mux, node(0), node(1), 0);
        else
            add_mux(program, one);
        std::map<std::string, std::string> defines;
        if (second) defines = {{"SECOND_FORM", "1"}, {"STAGED", staged ? "true" : "false"}};
        for (std::uint32_t i = 0; i < clients; i++) {
            const CoreCoord v = place(core(i)), leader = place(core(0));
            const auto kernel = CreateKernelFromString(program, kClient, core(i),
                                                       DataMovementConfig{.defines = defines});
            std::vector<std::uint32_t> args;
            const auto semaphore = [&] { return CreateSemaphore(program, CoreRange(core(i)), 0); };
            const std::uint32_t ended = semaphore();
            if (second)
                two.append_client_connection_rt_args(place(mux), static_cast<std::uint8_t>(i),
                                                     {semaphore(), semaphore()}, args);
            else
                args = first_form(one, static_cast<std::uint8_t>(i));
            for (const std::size_t value :
                 {std::size_t{kFrom}, std::size_t{kTo}, std::size_t{kCount}, std::size_t{kResult},
                  std::size_t{packets}, std::size_t{bytes}, v.x, v.y, leader.x, leader.y,
                  std::size_t{ended}, std::size_t{clients - 1}})
                args.push_back(static_cast<std::uint32_t>(value));
            SetRuntimeArgs(program, kernel, core(i), args);
        }
        return program;
    }

    std::vector<std::uint32_t> payload(std::uint32_t client) const {
        std::vector<std::uint32_t> words(bytes / 4);
        for (std::size_t i = 0; i < words.size(); i++)
            words[i] = client * 1000003u + static_cast<std::uint32_t>(i);
        return words;
    }

    std::vector<std::uint32_t> read(std::uint32_t device, std::uint32_t client, std::uint32_t at,
                                    std::uint32_t size) const {
        std::vector<std::uint32_t> words;
        tt::tt_metal::detail::ReadFromDeviceL1(mesh->get_device(MeshCoordinate(0, device)),
                                               core(client), at, size, words);
        return words;
    }

    int operator()() {
        for (std::uint32_t i = 0; i < clients; i++) {
            auto data = payload(i);
            std::vector<std::uint32_t> zero(4);
            tt::tt_metal::detail::WriteToDeviceL1(mesh->get_device(MeshCoordinate(0, 0)), core(i),
                                                  kFrom, data);
            tt::tt_metal::detail::WriteToDeviceL1(mesh->get_device(MeshCoordinate(0, 1)), core(i),
                                                  kCount, zero);
        }
        // Twice: a mux leaves nothing behind that disturbs the next.
        for (int run = 0; run < 2; run++) {
            MeshWorkload work;
            work.add_program(MeshCoordinateRange(MeshCoordinate(0, 0)), program());
            EnqueueMeshWorkload(mesh->mesh_command_queue(), work, false);
            Finish(mesh->mesh_command_queue());
        }
        std::uint32_t slowest = 0;
        for (std::uint32_t i = 0; i < clients; i++) {
            if (const auto count = read(1, i, kCount, 4).at(0); count != 2 * packets) {
                fmt::print("client {}: {} increments, {} expected\n", i, count, 2 * packets);
                return 1;
            }
            if (read(1, i, kTo, bytes) != payload(i)) {
                fmt::print("client {}: wrong bytes\n", i);
                return 1;
            }
            slowest = std::max(slowest, read(0, i, kResult, 4).at(0));
        }
        fmt::print("{} cycles\n", slowest);
        return 0;
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    SetFabricConfig(FabricConfig::FABRIC_1D);
    auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, 2)));
    const int failed = Run{mesh, number(1) == 2, argc > 5, number(2), number(3), number(4)}();
    mesh->close();
    SetFabricConfig(FabricConfig::DISABLED);
    return failed;
}
