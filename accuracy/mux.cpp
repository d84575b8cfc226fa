// Muxes: clients, the mux and a drain on cores of one device.
#include "mux.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "session.hpp"
#include "table.hpp"

namespace ironbird::accuracy {
namespace {

using namespace tt::tt_fabric;
using namespace tt::tt_metal;
using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;
using distributed::MeshDevice;
using Words = std::vector<std::uint32_t>;
using enum FabricMuxChannelType;

constexpr std::uint32_t kBase = 0x40000;  // of what mux and drain keep
constexpr std::uint32_t kFrom = 0x60000, kResult = 0x70000, kWords = 0x70040;
constexpr std::uint32_t kDrainSlots = 16, kDrainPayload = 4096;
constexpr std::uint32_t kEntry = 15;  // of the table of connections: no router's
constexpr std::uint32_t kPackets = 400;
// Places among the compile-time arguments of a mux, as upstream numbers them.
constexpr std::size_t kRouterStatusHere = 11, kRouterStatus = 12, kRouterSlots = 13;

std::uint32_t word(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

class Muxed {
 public:
    Muxed(MeshDevice& mesh, const MuxLoad& load)
        : mesh_(mesh),
          load_(load),
          header_(get_tt_fabric_packet_header_size_bytes()),
          config_(static_cast<std::uint8_t>(load.full), static_cast<std::uint8_t>(load.headers),
                  static_cast<std::uint8_t>(load.slots),
                  static_cast<std::uint8_t>(load.headers == 0 ? 0 : load.slots),
                  header_ + load.bytes, kBase),
          drain_(1, 0, kDrainSlots, 0, header_ + kDrainPayload, kBase) {
        config_.set_num_iters_between_teardown_checks(load.rounds);
    }

    double rate() {
        run(aim());
        run(all());
        std::uint32_t slowest = 0;
        for (std::uint32_t i = 0; i < clients(); i++) {
            Words cycles;
            tt::tt_metal::detail::ReadFromDeviceL1(device(), core(i), kResult, 4, cycles);
            slowest = std::max(slowest, cycles.at(0));
        }
        const double bytes = load_.full * (header_ + load_.bytes) + load_.headers * header_;
        return bytes * kPackets / slowest;
    }

 private:
    std::uint32_t clients() const { return load_.full + load_.headers; }
    IDevice* device() const { return mesh_.get_device(MeshCoordinate(0, 0)); }
    // Mux and drain are in the first column, as upstream's.
    CoreCoord core(std::uint32_t client) const {
        const auto rows = word(mesh_.compute_with_storage_grid_size().y);
        return {1 + client / rows, client % rows};
    }
    CoreCoord place(const CoreCoord& logical) const {
        return mesh_.worker_core_from_logical_core(logical);
    }
    std::uint32_t packed(std::uint32_t client) const {
        const CoreCoord v = place(core(client));
        return word(v.x | v.y << 16);
    }
    void run(Program program) {
        distributed::MeshWorkload work;
        work.add_program(MeshCoordinateRange(MeshCoordinate(0, 0)), std::move(program));
        distributed::EnqueueMeshWorkload(mesh_.mesh_command_queue(), work, false);
        distributed::Finish(mesh_.mesh_command_queue());
    }
    static KernelHandle add(Program& program, const char* file, const CoreCoord& core,
                            const Words& args) {
        const KernelHandle kernel =
            CreateKernel(program, examples::kernel(fmt::format("accuracy/kernels/{}.cpp", file)),
                         core, DataMovementConfig{});
        SetRuntimeArgs(program, kernel, core, args);
        return kernel;
    }
    std::uint32_t drain_stream() const {
        return word(drain_.get_channel_credits_stream_id(FULL_SIZE_CHANNEL, 0));
    }

    Program aim() const {
        Program program = CreateProgram();
        const CoreCoord v = place(kDrain);
        add(program, "mux_aim", kMux,
            {kEntry, word(v.x), word(v.y),
             word(drain_.get_channel_base_address(FULL_SIZE_CHANNEL, 0)), kDrainSlots,
             word(drain_.get_connection_handshake_address(FULL_SIZE_CHANNEL, 0)),
             word(drain_.get_connection_info_address(FULL_SIZE_CHANNEL, 0)),
             word(drain_.get_buffer_size_bytes(FULL_SIZE_CHANNEL)),
             word(drain_.get_buffer_index_address(FULL_SIZE_CHANNEL, 0)), drain_stream()});
        return program;
    }

    Program all() {
        Program program = CreateProgram();
        add_mux(program);
        add(program, "mux_drain", kDrain,
            {word(drain_.get_status_address()),
             word(drain_.get_channel_base_address(FULL_SIZE_CHANNEL, 0)),
             word(drain_.get_connection_info_address(FULL_SIZE_CHANNEL, 0)),
             word(drain_.get_connection_handshake_address(FULL_SIZE_CHANNEL, 0)), drain_stream(),
             kDrainSlots, word(drain_.get_buffer_size_bytes(FULL_SIZE_CHANNEL)),
             word(drain_.get_buffer_index_address(FULL_SIZE_CHANNEL, 0))});
        for (std::uint32_t i = 0; i < clients(); i++)
            if (i < load_.full)
                add_client(program, i, FULL_SIZE_CHANNEL, i, load_.bytes);
            else
                add_client(program, i, HEADER_ONLY_CHANNEL, i - load_.full, 0);
        return program;
    }

    void add_mux(Program& program) {
        Words compiled = config_.get_fabric_mux_compile_time_args();
        compiled.at(kRouterStatusHere) = word(config_.get_status_address()) + 16;
        compiled.at(kRouterStatus) = word(drain_.get_status_address());
        compiled.at(kRouterSlots) = kDrainSlots;
        const KernelHandle kernel =
            CreateKernel(program, "tt_metal/fabric/impl/kernels/tt_fabric_mux.cpp", kMux,
                         DataMovementConfig{.compile_args = compiled});
        Words args = config_.get_fabric_mux_run_time_args(
            mesh_.get_fabric_node_id(MeshCoordinate(0, 0)),
            mesh_.get_fabric_node_id(MeshCoordinate(0, 1)), 0, program, kMux);
        args.at(args.size() - 3) = kEntry;  // in place of the router's
        SetRuntimeArgs(program, kernel, kMux, args);
    }

    void add_client(Program& program, std::uint32_t client, FabricMuxChannelType type,
                    std::uint32_t channel, std::uint32_t bytes) {
        const auto c = static_cast<std::uint8_t>(channel);
        const CoreCoord v = place(kMux);
        const auto semaphore = [&] { return CreateSemaphore(program, CoreRange(core(client)), 0); };
        Words args;
        for (const std::size_t value :
             {v.x, v.y, config_.get_channel_credits_stream_id(type, c),
              std::size_t{config_.get_num_buffers(type)}, config_.get_buffer_size_bytes(type),
              config_.get_channel_base_address(type, c),
              config_.get_connection_info_address(type, c),
              config_.get_connection_handshake_address(type, c),
              config_.get_flow_control_address(type, c), config_.get_buffer_index_address(type, c),
              config_.get_status_address(), config_.get_termination_signal_address()})
            args.push_back(word(value));
        args.insert(args.end(), {kWords, kFrom, kResult, bytes, kPackets});
        args.push_back(semaphore());
        args.push_back(semaphore());
        args.insert(args.end(), {clients(), client == 0 ? 1u : 0u});
        for (std::uint32_t i = 0; i < (client == 0 ? clients() : 1); i++) args.push_back(packed(i));
        add(program, "mux_client", core(client), args);
        Words nothing(16);
        tt::tt_metal::detail::WriteToDeviceL1(device(), core(client), kWords, nothing);
    }

    static constexpr CoreCoord kMux{0, 0}, kDrain{0, 1};

    MeshDevice& mesh_;
    const MuxLoad load_;
    const std::uint32_t header_;
    FabricMuxConfig config_;
    const FabricMuxConfig drain_;
};

// Counts that a mux keeps are bytes, and the drain has room for so much.
bool in_range(const MuxLoad& load) {
    constexpr std::uint32_t kMost = 255;
    return load.full >= 1 && load.full <= kMost && load.headers <= kMost && load.slots >= 1 &&
           load.slots <= kMost && load.rounds >= 1 && load.bytes <= kDrainPayload;
}

}  // namespace

MuxLoad mux_load(const std::string& text, std::uint32_t bytes) {
    MuxLoad load{.bytes = bytes};
    if (std::sscanf(text.c_str(), "full%u header%u slots%u rounds%u", &load.full, &load.headers,
                    &load.slots, &load.rounds) != 4 ||
        !in_range(load))
        throw DataError(fmt::format("no load of a mux: {} of {} bytes", text, bytes));
    return load;
}

double mux_rate(MeshDevice& mesh, const MuxLoad& load) {
    return Muxed(mesh, load).rate();
}

}  // namespace ironbird::accuracy
