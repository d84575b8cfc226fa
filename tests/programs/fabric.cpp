// Packets of every kind over the fabric, from the first device of a line to others: the bytes, the
// increments, the time.
//
// usage: fabric CONFIG DEVICES KIND BYTES PACKETS HOPS
// CONFIG is line, ring, mesh or torus; KIND one of the rows below. The first device sends PACKETS
// packets of BYTES to the device HOPS further on (multicasts: to all up to there) and waits for its
// answer. Prints the cycles of all that for the sender; returns 1 if a byte or a count is wrong.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using namespace tt::tt_fabric;

namespace {

// The semaphore counts what has arrived at the other end, and the answer here.
constexpr const char* kSender = R"(
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/linear/api.h"
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
#include "tt_metal/fabric/hw/inc/mesh/api.h"
#endif
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;
using namespace tt::tt_fabric::linear::experimental;

void kernel_main() {
    size_t arg = 0;
    const uint32_t kind = get_arg_val<uint32_t>(arg++), from = get_arg_val<uint32_t>(arg++);
    const uint32_t to = get_arg_val<uint32_t>(arg++), bytes = get_arg_val<uint32_t>(arg++);
    const uint32_t packets = get_arg_val<uint32_t>(arg++), hops = get_arg_val<uint32_t>(arg++);
    const uint32_t semaphore = get_arg_val<uint32_t>(arg++), result = get_arg_val<uint32_t>(arg++);
    const uint32_t x = get_arg_val<uint32_t>(arg++), y = get_arg_val<uint32_t>(arg++);
    const uint32_t chip = get_arg_val<uint32_t>(arg++);
    auto sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* header = PacketHeaderPool::allocate_header();
    auto* count = PacketHeaderPool::allocate_header();
    sender.open();
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
    fabric_set_unicast_route(header, chip, 0);
    fabric_set_unicast_route(count, chip, 0);
#endif
#if (ROUTING_MODE & ROUTING_MODE_2D) == 0
    if (header->to_chip_unicast(0)->routing_fields.value != 0) return;  // an empty way
#endif
    const uint64_t data = safe_get_noc_addr(x, y, to, 0), flag = safe_get_noc_addr(x, y, semaphore, 0);
    const uint32_t begin = get_timestamp_32b();
    for (uint32_t i = 0; i < packets; i++) {
        if (kind == 0) {  // raw: payload, then header
            header->to_chip_unicast(hops)->to_noc_unicast_write(NocUnicastCommandHeader{data}, bytes);
            sender.wait_for_empty_write_slot();
            sender.send_payload_without_header_non_blocking_from_address(from, bytes);
            sender.send_payload_flush_blocking_from_address((uint32_t)header, sizeof(PACKET_HEADER_TYPE));
            fabric_unicast_noc_unicast_atomic_inc(
                &sender, count, NocUnicastAtomicIncCommandHeader{flag, 1, true}, hops);
        } else if (kind == 1) {
            fabric_unicast_noc_fused_unicast_with_atomic_inc(
                &sender, header, from, bytes, NocUnicastAtomicIncFusedCommandHeader{data, flag, 1}, hops);
        } else if (kind == 2) {
            fabric_unicast_noc_scatter_write(
                &sender, header, from, bytes,
                NocUnicastScatterCommandHeader({data, data + bytes / 2}, {uint16_t(bytes / 2)}), hops);
            fabric_unicast_noc_unicast_atomic_inc(
                &sender, count, NocUnicastAtomicIncCommandHeader{flag, 1}, hops);
        } else if (kind == 3) {  // words, the last of which is the packet's number
            fabric_unicast_noc_unicast_inline_write(
                &sender, header, NocUnicastInlineWriteCommandHeader{data, i}, hops);
            fabric_unicast_noc_unicast_atomic_inc(
                &sender, count, NocUnicastAtomicIncCommandHeader{flag, 1}, hops);
        } else if (kind == 4) {
            fabric_multicast_noc_unicast_write(
                &sender, header, from, bytes, NocUnicastCommandHeader{data}, 1, hops);
            fabric_multicast_noc_unicast_atomic_inc(
                &sender, count, NocUnicastAtomicIncCommandHeader{flag, 1}, 1, hops);
        } else if (kind == 5) {  // state set once
            if (i == 0) {
                fabric_unicast_noc_unicast_write_set_state<UnicastWriteUpdateMask::All>(
                    header, hops, NocUnicastCommandHeader{data}, bytes);
                fabric_unicast_noc_unicast_atomic_inc_set_state<UnicastAtomicIncUpdateMask::All>(
                    count, hops, NocUnicastAtomicIncCommandHeader{flag, 1});
            }
            fabric_unicast_noc_unicast_write_with_state(&sender, header, from);
            fabric_unicast_noc_unicast_atomic_inc_with_state(&sender, count);
        } else if (kind == 6) {
            fabric_unicast_noc_fused_scatter_write_atomic_inc(
                &sender, header, from, bytes,
                NocUnicastScatterAtomicIncFusedCommandHeader({data, data + bytes / 2}, flag,
                                                             {uint16_t(bytes / 2)}, 1),
                hops);
        } else if (kind == 11) {  // some chips, an address for each
#if (ROUTING_MODE & ROUTING_MODE_2D) == 0
            NocSparseMulticastWriteCommandHeader command;
            command.noc_address[0] = command.noc_address[1] = data;
            command.counts[0] = command.counts[1] = 1;
            command.num_dests = command.num_chips = 2;
            fabric_sparse_multicast_noc_scatter_write(&sender, header, from, bytes, command,
                                                      uint16_t(1u | 1u << (hops - 1)));
            fabric_unicast_noc_unicast_atomic_inc(
                &sender, count, NocUnicastAtomicIncCommandHeader{flag, 1}, hops);
#endif
        } else if (kind == 9) {  // functions of two dimensions
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
            using namespace tt::tt_fabric::mesh;
            if (i % 3 == 2) {  // the way by its only leg
                fabric_set_route(header, EAST, 0, 0, hops, true);
                header->to_noc_fused_unicast_write_atomic_inc(
                    NocUnicastAtomicIncFusedCommandHeader{data, flag, 1}, bytes);
                sender.wait_for_empty_write_slot();
                sender.send_payload_without_header_non_blocking_from_address(from, bytes);
                sender.send_payload_flush_blocking_from_address((uint32_t)header, sizeof(PACKET_HEADER_TYPE));
            } else if (i % 3 == 0) {
                experimental::fabric_unicast_noc_fused_unicast_with_atomic_inc(
                    &sender, header, chip, 0, from, bytes,
                    NocUnicastAtomicIncFusedCommandHeader{data, flag, 1});
            } else {
                experimental::fabric_unicast_noc_unicast_write_set_state<UnicastWriteUpdateMask::All>(
                    header, chip, 0, NocUnicastCommandHeader{data}, bytes);
                experimental::fabric_unicast_noc_unicast_write_with_state(&sender, header, from);
                experimental::fabric_unicast_noc_unicast_atomic_inc(
                    &sender, count, chip, 0, NocUnicastAtomicIncCommandHeader{flag, 1});
            }
#endif
        } else {  // as many as the link takes: one increment at the end
            if (i == 0)
                header->to_chip_unicast(hops)->to_noc_unicast_write(NocUnicastCommandHeader{data}, bytes);
            sender.wait_for_empty_write_slot();
            sender.send_payload_without_header_non_blocking_from_address(from, bytes);
            sender.send_payload_flush_non_blocking_from_address((uint32_t)header, sizeof(PACKET_HEADER_TYPE));
            if (i + 1 == packets)
                fabric_unicast_noc_unicast_atomic_inc(
                    &sender, count, NocUnicastAtomicIncCommandHeader{flag, packets}, hops);
        }
        if (kind != 7) noc_async_writes_flushed();  // headers are used again
        if (kind == 1 && bytes <= 4096) {  // there and back each time
            auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore);
            noc_semaphore_wait_min(word, i + 1);
        }
    }
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore);
    noc_semaphore_wait_min(word, 1);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = get_timestamp_32b() - begin;
    sender.close();
})";
// Kind 10: the connection is a manager's.
constexpr const char* kManager = R"(
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#if defined(API_TYPE_Mesh)
#include "tt_metal/fabric/hw/inc/mesh/api.h"
using namespace tt::tt_fabric::mesh::experimental;
#else
#include "tt_metal/fabric/hw/inc/linear/api.h"
using namespace tt::tt_fabric::linear::experimental;
#endif

void kernel_main() {
    size_t arg = 1;
    const uint32_t from = get_arg_val<uint32_t>(arg++), to = get_arg_val<uint32_t>(arg++);
    const uint32_t bytes = get_arg_val<uint32_t>(arg++), packets = get_arg_val<uint32_t>(arg++);
    uint8_t hops = uint8_t(get_arg_val<uint32_t>(arg++));
    const uint32_t semaphore = get_arg_val<uint32_t>(arg++), result = get_arg_val<uint32_t>(arg++);
    const uint32_t x = get_arg_val<uint32_t>(arg++), y = get_arg_val<uint32_t>(arg++);
    arg++;
    RoutingPlaneConnectionManager connections;
    open_connections(connections, 1, arg);
    const uint8_t route = PacketHeaderPool::allocate_header_n(1);
    const NocUnicastAtomicIncFusedCommandHeader command{safe_get_noc_addr(x, y, to, 0),
                                                        safe_get_noc_addr(x, y, semaphore, 0), 1};
    const uint32_t begin = get_timestamp_32b();
    for (uint32_t i = 0; i < packets; i++) {
#if defined(API_TYPE_Mesh)
        fabric_unicast_noc_fused_unicast_with_atomic_inc(connections, route, from, bytes, command);
#else
        fabric_unicast_noc_fused_unicast_with_atomic_inc(connections, route, from, bytes, command, &hops);
#endif
        noc_async_writes_flushed();
    }
    noc_semaphore_wait_min(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore), 1);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = get_timestamp_32b() - begin;
    close_connections(connections);
})";
// Waits for all that is to come, and answers: for kind 1 each packet.
constexpr const char* kReceiver = R"(
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const uint32_t kind = get_arg_val<uint32_t>(arg++), packets = get_arg_val<uint32_t>(arg++);
    const uint32_t hops = get_arg_val<uint32_t>(arg++), semaphore = get_arg_val<uint32_t>(arg++);
    const uint32_t x = get_arg_val<uint32_t>(arg++), y = get_arg_val<uint32_t>(arg++);
    const uint32_t chip = get_arg_val<uint32_t>(arg++);
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore);
    if (get_arg_val<uint32_t>(arg++) == 0) return noc_semaphore_wait_min(word, packets);
    auto sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* header = PacketHeaderPool::allocate_header();
    sender.open();
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
    fabric_set_unicast_route(header, chip, 0);
#endif
    header->to_chip_unicast(hops)->to_noc_unicast_atomic_inc(
        NocUnicastAtomicIncCommandHeader{safe_get_noc_addr(x, y, semaphore, 0), 1});
    for (uint32_t i = kind == 1 ? 1 : packets; i <= packets; i++) {
        noc_semaphore_wait_min(word, i);
        sender.wait_for_empty_write_slot();
        sender.send_payload_flush_blocking_from_address((uint32_t)header, sizeof(PACKET_HEADER_TYPE));
    }
    sender.close();
})";

struct Run {
    uint32_t kind, bytes, packets, hops;
};

FabricConfig config_named(const char* name) {
    for (const auto& [text, config] : {std::pair("line", FabricConfig::FABRIC_1D),
                                       std::pair("ring", FabricConfig::FABRIC_1D_RING),
                                       std::pair("mesh", FabricConfig::FABRIC_2D),
                                       std::pair("torus", FabricConfig::FABRIC_2D_TORUS_X)})
        if (std::strcmp(text, name) == 0) return config;
    throw std::runtime_error(fmt::format("no fabric {}", name));
}

class Test {
 public:
    Test(MeshDevice& mesh, const Run& run)
        : mesh_(mesh),
          run_(run),
          from_(take(run.bytes)),
          to_(take(run.bytes)),
          semaphore_(take(16)),
          result_(take(16)) {
        const CoreCoord v = mesh.worker_core_from_logical_core(core_);
        x_ = static_cast<uint32_t>(v.x), y_ = static_cast<uint32_t>(v.y);
    }

    int go() {
        std::vector<uint32_t> words(run_.bytes / 4), nothing(run_.bytes / 4), zero(4);
        std::iota(words.begin(), words.end(), 7);
        for (IDevice* device : mesh_.get_devices()) {
            tt::tt_metal::detail::WriteToDeviceL1(device, core_, address(to_), nothing);
            tt::tt_metal::detail::WriteToDeviceL1(device, core_, address(semaphore_), zero);
        }
        tt::tt_metal::detail::WriteToDeviceL1(device(0), core_, address(from_), words);
        MeshWorkload work;
        work.add_program(at(0), sender());
        for (uint32_t i = 1; i <= run_.hops; i++)
            if (i == run_.hops || run_.kind == 4) work.add_program(at(i), receiver(i));
        EnqueueMeshWorkload(mesh_.mesh_command_queue(), work, false);
        Finish(mesh_.mesh_command_queue());
        std::vector<uint32_t> cycles;
        tt::tt_metal::detail::ReadFromDeviceL1(device(0), core_, address(result_), 4, cycles);
        fmt::print("{} cycles\n", cycles.at(0));
        return check(words);
    }

 private:
    // A page in the L1 of every core.
    std::shared_ptr<MeshBuffer> take(uint32_t bytes) {
        const CoreCoord grid = mesh_.compute_with_storage_grid_size();
        return MeshBuffer::create(ReplicatedBufferConfig{.size = grid.x * grid.y * bytes},
                                  {.page_size = bytes, .buffer_type = BufferType::L1}, &mesh_);
    }
    static uint32_t address(const std::shared_ptr<MeshBuffer>& b) {
        return static_cast<uint32_t>(b->address());
    }

    IDevice* device(uint32_t i) const { return mesh_.get_devices()[i]; }
    MeshCoordinateRange at(uint32_t i) const {
        return MeshCoordinateRange(mesh_.get_view().find_device(device(i)->id()));
    }
    FabricNodeId node(uint32_t i) const {
        return get_fabric_node_id_from_physical_chip_id(device(i)->id());
    }

    Program sender() {
        Program p = CreateProgram();
        const bool managed = run_.kind == 10;
        KernelHandle k =
            CreateKernelFromString(p, managed ? kManager : kSender, core_, DataMovementConfig{});
        std::vector<uint32_t> args{run_.kind,
                                   address(from_),
                                   address(to_),
                                   run_.bytes,
                                   run_.packets,
                                   run_.hops,
                                   address(semaphore_),
                                   address(result_),
                                   x_,
                                   y_,
                                   node(run_.hops).chip_id};
        const FabricNodeId to = next(0, run_.hops);
        if (managed)
            append_routing_plane_connection_manager_rt_args(node(0), {to}, {0}, p, k, core_, args,
                                                            is_2D_topology(get_fabric_topology())
                                                                ? FabricApiType::Mesh
                                                                : FabricApiType::Linear);
        else
            append_fabric_connection_rt_args(node(0), to, run_.kind == 8 ? 99 : 0, p, core_, args);
        SetRuntimeArgs(p, k, core_, args);
        return p;
    }

    Program receiver(uint32_t i) {
        Program p = CreateProgram();
        const KernelHandle k = CreateKernelFromString(p, kReceiver, core_, DataMovementConfig{});
        const bool answers = i == run_.hops;
        std::vector<uint32_t> args{run_.kind, run_.packets, run_.hops,       address(semaphore_),
                                   x_,        y_,           node(0).chip_id, answers ? 1u : 0u};
        if (answers) append_fabric_connection_rt_args(node(i), next(i, 0), 0, p, core_, args);
        SetRuntimeArgs(p, k, core_, args);
        return p;
    }

    // On a line a connection is to the neighbour; in two dimensions to where the packets go.
    FabricNodeId next(uint32_t from, uint32_t to) const {
        if (is_2D_topology(get_fabric_topology())) return node(to);
        return node(to > from ? from + 1 : from - 1);
    }

    int check(const std::vector<uint32_t>& words) const {
        for (uint32_t i = 1; i <= run_.hops; i++) {
            std::vector<uint32_t> got, count;
            const bool counts = i == run_.hops || run_.kind == 4;
            const bool meant = counts || (run_.kind == 11 && i == 1);
            tt::tt_metal::detail::ReadFromDeviceL1(device(i), core_, address(to_), run_.bytes, got);
            tt::tt_metal::detail::ReadFromDeviceL1(device(i), core_, address(semaphore_), 4, count);
            std::vector<uint32_t> want = meant ? words : std::vector<uint32_t>(words.size(), 0);
            if (run_.kind == 3 && meant) {
                want.assign(words.size(), 0);
                want[0] = run_.packets - 1;
            }
            if (got == want && count.at(0) == (counts ? run_.packets : 0)) continue;
            fmt::print("device {} of the line: {}, {} packets counted\n", i,
                       got == want ? "bytes are right" : "bytes differ", count.at(0));
            return 1;
        }
        return 0;
    }

    MeshDevice& mesh_;
    const Run run_;
    const std::shared_ptr<MeshBuffer> from_, to_, semaphore_, result_;
    const CoreCoord core_{0, 0};
    uint32_t x_ = 0, y_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 7) return 2;
    const auto number = [&](int i) { return static_cast<uint32_t>(std::atoi(argv[i])); };
    SetFabricConfig(config_named(argv[1]));
    int wrong = 0;
    {
        const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, number(2))));
        wrong = Test(*mesh, {number(3), number(4), number(5), number(6)}).go();
    }
    SetFabricConfig(FabricConfig::DISABLED);
    return wrong;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}
