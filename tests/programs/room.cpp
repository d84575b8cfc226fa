// One barrier over all processors of a mesh: five on every Tensix core and all of those of the
// Ethernet cores that have no cable. Nobody goes on until everybody on every chip has begun, so the
// launches of all chips have to be resident together.
//
// On every core a tile goes through the compute processors first; then both data movement
// processors report to their chip's first core, which meets the others of its row and then of its
// column over the fabric. What it tells its cores afterwards goes through all five once more.
//
// usage: room ROWS COLUMNS
// Prints how many processors met and the cycles that the first chip took; returns 1 if one of them
// did not go on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using namespace tt::tt_fabric;

namespace {

constexpr uint32_t kTileBytes = 2048;
constexpr uint32_t kIn = 0, kOut = 16;

// The words of a core, 16 bytes apart.
constexpr const char* kWords = R"(
enum Word { kHere, kRow, kColumn, kGo, kResult };
inline uint32_t word_at(uint32_t words, Word w) { return words + w * 16; }
inline volatile tt_l1_ptr uint32_t* word(uint32_t words, Word w) {
    return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{word_at(words, w)});
}
inline void report(uint32_t hub, uint32_t words) {
    noc_semaphore_inc(get_noc_addr(hub & 0xffff, hub >> 16, word_at(words, kHere)), 1);
    noc_async_atomic_barrier();
}
)";
// Feeds a tile at once and one when the word comes.
constexpr const char* kFeeder = R"(
void kernel_main() {
    const uint32_t words = get_common_arg_val<uint32_t>(0), hub = get_common_arg_val<uint32_t>(1);
    const auto push = [](uint32_t value) {
        cb_reserve_back(0, 1);
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{get_write_ptr(0)}) = value;
        cb_push_back(0, 1);
    };
    push(0);
    report(hub, words);
    noc_semaphore_wait(word(words, kGo), 1);
    push(0x3f803f80);  // two ones
})";
constexpr const char* kCompute = R"(
#include "api/compute/common.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"

void kernel_main() {
    unary_op_init_common(0, 16);
    copy_tile_init(0);
    for (uint32_t i = 0; i < 2; i++) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_pop_front(0, 1);
        cb_push_back(16, 1);
    }
})";
// Takes both tiles; on the first core it meets the other chips between them.
constexpr const char* kTaker = R"(
#ifdef HUB
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/linear/api.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

// Tells all chips on one side of the row or column.
void tell(size_t& arg, uint32_t hub, uint32_t to) {
    const uint32_t chips = get_arg_val<uint32_t>(arg++);
    if (chips == 0) {
        arg += 3;
        return;
    }
    auto sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    sender.open();
    linear::experimental::fabric_multicast_noc_unicast_atomic_inc(
        &sender, PacketHeaderPool::allocate_header(),
        NocUnicastAtomicIncCommandHeader{safe_get_noc_addr(hub & 0xffff, hub >> 16, to, 0), 1}, 1, chips);
    sender.close();
}

void meet(uint32_t words, uint32_t hub) {
    size_t arg = 0;
    const uint32_t local = get_arg_val<uint32_t>(arg++);
    noc_semaphore_wait(word(words, kHere), local);
    for (const Word side : {kRow, kColumn}) {
        const uint32_t others = get_arg_val<uint32_t>(arg++);
        tell(arg, hub, word_at(words, side));
        tell(arg, hub, word_at(words, side));
        noc_semaphore_wait(word(words, side), others);
    }
    // Cores as x | y << 16, and where their words are.
    for (uint32_t kind = 0; kind < 2; kind++) {
        const uint32_t go = get_arg_val<uint32_t>(arg++), cores = get_arg_val<uint32_t>(arg++);
        for (uint32_t i = 0; i < cores; i++) {
            const uint32_t core = get_arg_val<uint32_t>(arg++);
            noc_inline_dw_write(get_noc_addr(core & 0xffff, core >> 16, go), 1);
        }
    }
    noc_async_write_barrier();
}
#endif
void kernel_main() {
    const uint32_t words = get_common_arg_val<uint32_t>(0), hub = get_common_arg_val<uint32_t>(1);
    const uint32_t begin = get_timestamp_32b();
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);
    report(hub, words);
#ifdef HUB
    meet(words, hub);
#endif
    cb_wait_front(16, 1);
    const uint32_t value = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{get_read_ptr(16)});
    cb_pop_front(16, 1);
    word(words, kResult)[0] = value;
    word(words, kResult)[1] = get_timestamp_32b() - begin;
})";
constexpr const char* kEthernet = R"(
void kernel_main() {
    const uint32_t words = get_common_arg_val<uint32_t>(0), hub = get_common_arg_val<uint32_t>(1);
    const uint32_t own = get_common_arg_val<uint32_t>(2), at = get_common_arg_val<uint32_t>(3);
    report(hub, words);
    noc_semaphore_wait(word(own, kGo), 1);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{word_at(own, kResult) + 4 * at}) = 1;
})";

uint32_t packed(const CoreCoord& at) {
    return static_cast<uint32_t>(at.x | at.y << 16);
}

class Room {
 public:
    explicit Room(MeshDevice& mesh)
        : mesh_(mesh),
          grid_(mesh.compute_with_storage_grid_size()),
          all_(CoreCoord(0, 0), CoreCoord(grid_.x - 1, grid_.y - 1)),
          words_(MeshBuffer::create(ReplicatedBufferConfig{.size = grid_.x * grid_.y * kPage},
                                    {.page_size = kPage, .buffer_type = BufferType::L1}, &mesh)),
          at_(static_cast<uint32_t>(words_->address())),
          ethernet_at_(static_cast<uint32_t>(hal::get_erisc_l1_unreserved_base())) {}

    int go() {
        clear();
        MeshWorkload work;
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_.shape()))
            work.add_program(MeshCoordinateRange(at), program(at));
        EnqueueMeshWorkload(mesh_.mesh_command_queue(), work, false);
        Finish(mesh_.mesh_command_queue());
        return check();
    }

 private:
    static constexpr uint32_t kPage = 96, kGo = 3, kResult = 4;
    // Of an Ethernet core: two on Blackhole.
    static constexpr std::array kProcessors = {DataMovementProcessor::RISCV_0,
                                               DataMovementProcessor::RISCV_1};
    std::size_t processors_of_ethernet() const {
        return mesh_.arch() == tt::ARCH::BLACKHOLE ? 2 : 1;
    }

    // Those that no cable uses, since the others are routers.
    static std::vector<CoreCoord> ethernet(IDevice& device) {
        const auto cores = device.get_inactive_ethernet_cores();
        std::vector<CoreCoord> sorted(cores.begin(), cores.end());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }

    void clear() {
        std::vector<uint32_t> zero(kPage / 4);
        for (IDevice* device : mesh_.get_devices()) {
            for (const CoreCoord& core : ethernet(*device))
                tt::tt_metal::detail::WriteToDeviceL1(device, core, ethernet_at_, zero,
                                                      tt::CoreType::ETH);
            for (const CoreCoord& core : all_)
                tt::tt_metal::detail::WriteToDeviceL1(device, core, at_, zero);
        }
    }

    Program program(const MeshCoordinate& at) {
        Program p = CreateProgram();
        for (const uint32_t cb : {kIn, kOut})
            CreateCircularBuffer(p, all_,
                                 CircularBufferConfig(kTileBytes, {{cb, tt::DataFormat::Float16_b}})
                                     .set_page_size(cb, kTileBytes));
        IDevice& device = *mesh_.get_device(at);
        const CoreCoord hub(0, 0);
        const std::vector<uint32_t> common{at_, packed(mesh_.worker_core_from_logical_core(hub))};
        const auto kernel = [&](const char* source, const CoreRangeSet& cores, const auto& config) {
            const KernelHandle k =
                CreateKernelFromString(p, std::string(kWords) + source, cores, config);
            SetCommonRuntimeArgs(p, k, common);
            return k;
        };
        kernel(kFeeder, all_,
               DataMovementConfig{.processor = DataMovementProcessor::RISCV_1,
                                  .noc = NOC::RISCV_1_default});
        CreateKernelFromString(p, kCompute, all_, ComputeConfig{});
        const DataMovementConfig taker;
        kernel(kTaker, CoreRangeSet(all_).subtract(CoreRangeSet(CoreRange(hub))), taker);
        DataMovementConfig first = taker;
        first.defines["HUB"] = "1";
        const KernelHandle meeting = kernel(kTaker, CoreRangeSet(CoreRange(hub)), first);
        add_ethernet(p, device, common);
        SetRuntimeArgs(p, meeting, hub, meeting_args(p, at, device));
        return p;
    }

    void add_ethernet(Program& p, IDevice& device, const std::vector<uint32_t>& common) {
        for (const CoreCoord& core : ethernet(device))
            for (uint32_t i = 0; i < processors_of_ethernet(); i++) {
                const KernelHandle k = CreateKernelFromString(
                    p, std::string(kWords) + kEthernet, core,
                    EthernetConfig{.eth_mode = Eth::IDLE, .processor = kProcessors.at(i)});
                SetCommonRuntimeArgs(p, k,
                                     std::vector<uint32_t>{common[0], common[1], ethernet_at_, i});
                processors_++;
            }
    }

    std::vector<uint32_t> meeting_args(Program& p, const MeshCoordinate& at, IDevice& device) {
        const auto cores = static_cast<uint32_t>(all_.size());
        const std::vector<CoreCoord> ethernet = Room::ethernet(device);
        processors_ += std::size_t{5} * cores;
        std::vector<uint32_t> args{
            2 * cores + static_cast<uint32_t>(ethernet.size() * processors_of_ethernet())};
        for (const int axis : {1, 0}) {
            const uint32_t place = at[axis], length = mesh_.shape()[axis];
            args.push_back(length - 1);
            add_side(p, at, axis, place, -1, args);
            add_side(p, at, axis, length - 1 - place, 1, args);
        }
        args.insert(args.end(), {at_ + kGo * 16, cores});
        for (const CoreCoord& core : all_)
            args.push_back(packed(device.worker_core_from_logical_core(core)));
        args.insert(args.end(), {ethernet_at_ + kGo * 16, static_cast<uint32_t>(ethernet.size())});
        for (const CoreCoord& core : ethernet)
            args.push_back(packed(device.ethernet_core_from_logical_core(core)));
        return args;
    }

    // All chips on one side of a row or column.
    void add_side(Program& p, const MeshCoordinate& at, int axis, uint32_t chips, int step,
                  std::vector<uint32_t>& args) {
        args.push_back(chips);
        if (chips == 0) return args.resize(args.size() + 3);
        MeshCoordinate next = at;
        next[axis] += static_cast<uint32_t>(step);
        append_fabric_connection_rt_args(mesh_.get_fabric_node_id(at),
                                         mesh_.get_fabric_node_id(next), 0, p, CoreCoord(0, 0),
                                         args);
    }

    int check() {
        std::vector<uint32_t> words, result;
        const uint32_t at = kResult * 16;
        for (IDevice* device : mesh_.get_devices()) {
            for (const CoreCoord& core : ethernet(*device)) {
                tt::tt_metal::detail::ReadFromDeviceL1(device, core, ethernet_at_ + at, 8, words,
                                                       tt::CoreType::ETH);
                if (words[0] != 1 || words[1] != processors_of_ethernet() - 1)
                    return wrong(*device, "Ethernet core", core);
            }
            for (const CoreCoord& core : all_) {
                tt::tt_metal::detail::ReadFromDeviceL1(device, core, at_ + at, 8, words);
                if (words[0] != 0x3f803f80) return wrong(*device, "core", core);
                if (result.empty()) result = words;
            }
        }
        fmt::print("{} processors met, {} cycles\n", processors_, result[1]);
        return 0;
    }
    static int wrong(IDevice& device, const char* what, const CoreCoord& core) {
        fmt::print("device {}: {} ({}, {}) did not go on\n", device.id(), what, core.x, core.y);
        return 1;
    }

    MeshDevice& mesh_;
    const CoreCoord grid_;
    const CoreRange all_;
    const std::shared_ptr<MeshBuffer> words_;
    const uint32_t at_, ethernet_at_;
    std::size_t processors_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 3) return 2;
    const auto number = [&](int i) { return static_cast<uint32_t>(std::atoi(argv[i])); };
    SetFabricConfig(FabricConfig::FABRIC_1D);
    int wrong = 0;
    {
        const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(number(1), number(2))));
        wrong = Room(*mesh).go();
    }
    SetFabricConfig(FabricConfig::DISABLED);
    return wrong;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}
