// What collectives may not leave behind on a mesh that has nothing to do: words of theirs in L1
// that are not at their start, and slots of routers that have not come back.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/memory_reporter.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <vector>

namespace ttnn::test {

namespace rest {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

// Global semaphores are what is in L1 when no tensor is. Collectives have theirs on these cores.
inline void find_words(MeshDevice& mesh, std::vector<std::string>& left) {
    constexpr std::uint64_t kMostBytes = 256;
    const CoreRange workers({0, 0}, {3, 1});
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh.shape())) {
        IDevice* device = mesh.get_device(at);
        for (const auto& block :
             tt::tt_metal::detail::GetMemoryView(&mesh, BufferType::L1).block_table) {
            if (block.at("allocated") != "yes" || std::stoull(block.at("size")) > kMostBytes)
                continue;
            // Of the table, from the first that buffers may have.
            const auto address = static_cast<std::uint32_t>(
                std::stoull(block.at("address")) +
                mesh.allocator()->get_base_allocator_addr(HalMemType::L1));
            for (const CoreCoord& core : workers) {
                std::vector<std::uint32_t> word;
                tt::tt_metal::detail::ReadFromDeviceL1(device, core, address, 4, word);
                if (word[0] != 0)
                    left.push_back(fmt::format("the word at {:#x} of core {} of device {} is {}",
                                               address, core, at, word[0]));
            }
        }
    }
}

// Opens the connection, tells how many slots are free and how many there are.
inline constexpr const char* kLook = R"(
#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

void kernel_main() {
    size_t arg = 0;
    auto* found = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{get_arg_val<uint32_t>(arg++)});
    auto router = tt::tt_fabric::WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    router.open();
    found[0] = router.get_num_free_write_slots();
    found[1] = router.num_buffers_per_channel;
    router.close();
}
)";

struct Look {
    MeshCoordinate at, to;
    std::uint32_t link;
    CoreCoord core;
};

inline std::vector<MeshCoordinate> neighbours(const MeshDevice& mesh, const MeshCoordinate& at) {
    using enum MeshCoordinate::BoundaryMode;
    std::vector<MeshCoordinate> all;
    for (const int dim : {0, 1})
        for (const int step : {-1, 1})
            if (const auto next = at.get_neighbor(mesh.shape(), step, dim, WRAP);
                next && *next != at && std::ranges::find(all, *next) == all.end())
                all.push_back(*next);
    return all;
}

// One core for each link to each neighbour.
inline std::vector<Look> all_looks(MeshDevice& mesh) {
    using namespace tt::tt_fabric;
    std::vector<Look> looks;
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh.shape())) {
        std::uint32_t core = 0;
        const FabricNodeId here = mesh.get_fabric_node_id(at);
        for (const MeshCoordinate& to : neighbours(mesh, at)) {
            const FabricNodeId there = mesh.get_fabric_node_id(to);
            if (get_neighbor_eth_directions(here, there).empty()) continue;
            for (const std::uint32_t link : get_forwarding_link_indices(here, there)) {
                looks.push_back({at, to, link, CoreCoord(core % 8, core / 8)});
                core++;
            }
        }
    }
    return looks;
}

inline void find_slots(MeshDevice& mesh, std::vector<std::string>& left) {
    const std::vector<Look> looks = all_looks(mesh);
    if (looks.empty()) left.push_back("no router was found");
    const auto address =
        static_cast<std::uint32_t>(mesh.allocator()->get_base_allocator_addr(HalMemType::L1));
    MeshWorkload work;
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh.shape())) {
        Program program = CreateProgram();
        for (const Look& look : looks) {
            if (look.at != at) continue;
            const auto kernel =
                CreateKernelFromString(program, kLook, look.core, DataMovementConfig{});
            std::vector<std::uint32_t> args = {address};
            tt::tt_fabric::append_fabric_connection_rt_args(mesh.get_fabric_node_id(at),
                                                            mesh.get_fabric_node_id(look.to),
                                                            look.link, program, look.core, args);
            SetRuntimeArgs(program, kernel, look.core, args);
        }
        work.add_program(MeshCoordinateRange(at), std::move(program));
    }
    EnqueueMeshWorkload(mesh.mesh_command_queue(), work, false);
    Finish(mesh.mesh_command_queue());
    for (const Look& look : looks) {
        std::vector<std::uint32_t> slots;
        tt::tt_metal::detail::ReadFromDeviceL1(mesh.get_device(look.at), look.core, address, 8,
                                               slots);
        if (slots[0] != slots[1] || slots[1] == 0)
            left.push_back(fmt::format("{} of {} slots are free on link {} from {} to {}", slots[0],
                                       slots[1], look.link, look.at, look.to));
    }
}

}  // namespace rest

// Nothing: all is as it was at the start. Tensors in L1 have to be gone.
inline std::vector<std::string> left_behind(tt::tt_metal::distributed::MeshDevice& mesh) {
    std::vector<std::string> left;
    rest::find_words(mesh, left);
    // The look keeps its result where no buffer is, which a check would tell.
    if (std::getenv("IRONBIRD_CHECK") == nullptr) rest::find_slots(mesh, left);
    return left;
}

}  // namespace ttnn::test
