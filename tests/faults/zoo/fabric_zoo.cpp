// Misuse of the fabric: two devices, the first sends and the second waits.
#include <array>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

using namespace tt::tt_fabric;
using distributed::MeshBuffer;
using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;
using distributed::MeshDevice;

class FabricStage {
 public:
    explicit FabricStage(bool repaired) : repaired(repaired) {
        SetFabricConfig(FabricConfig::FABRIC_1D);
        mesh_ = MeshDevice::create(distributed::MeshDeviceConfig(distributed::MeshShape(1, 2)));
        for (Program& p : programs_) p = CreateProgram();
        data_ = in_every_core(kMostBytes);
        word_ = in_every_core(64);
        for (IDevice* device : mesh_->get_devices())
            for (const CoreCoord core : {kHere, kThere}) {
                clear(device, core, data_, kMostBytes);
                clear(device, core, word_, 64);
            }
    }
    // Not when a program has failed: then devices are left as they are.
    void close() {
        data_.reset();
        word_.reset();
        mesh_->close();
        SetFabricConfig(FabricConfig::DISABLED);
    }

    const bool repaired;

    // Arguments: where the data are and go to, the word that counts, the core that they are for.
    void sends(const std::string& file, CoreCoord core = kHere, std::uint32_t link = 0) {
        const KernelHandle k = add(0, file, core);
        Words args = common_args();
        append_fabric_connection_rt_args(node(0), node(1), link, programs_[0], core, args);
        SetRuntimeArgs(programs_[0], k, core, args);
    }
    void waits(const std::string& file) {
        const KernelHandle k = add(1, file, kHere);
        SetRuntimeArgs(programs_[1], k, kHere, {address(word_)});
    }
    void run(int times = 1) {
        distributed::MeshWorkload work;
        for (std::uint32_t i = 0; i < 2; i++)
            if (used_[i])
                work.add_program(MeshCoordinateRange(MeshCoordinate(0, i)),
                                 std::move(programs_[i]));
        for (int i = 0; i < times; i++) {
            distributed::EnqueueMeshWorkload(mesh_->mesh_command_queue(), work, false);
            distributed::Finish(mesh_->mesh_command_queue());
        }
    }

 private:
    static constexpr std::uint32_t kMostBytes = 8192;

    std::shared_ptr<MeshBuffer> in_every_core(std::uint32_t bytes) {
        const CoreCoord grid = mesh_->compute_with_storage_grid_size();
        return MeshBuffer::create(
            distributed::ReplicatedBufferConfig{.size = grid.x * grid.y * bytes},
            {.page_size = bytes, .buffer_type = BufferType::L1}, mesh_.get());
    }
    static void clear(IDevice* device, CoreCoord core, const std::shared_ptr<MeshBuffer>& buffer,
                      std::uint32_t bytes) {
        Words zeros(bytes / 4);
        tt::tt_metal::detail::WriteToDeviceL1(device, core, address(buffer), zeros);
    }
    KernelHandle add(std::uint32_t device, const std::string& file, CoreCoord core) {
        used_[device] = true;
        DataMovementConfig config;
        config.defines["REPAIRED"] = repaired ? "1" : "0";
        return CreateKernel(programs_[device], kernel("tests/faults/zoo/kernels/" + file), core,
                            config);
    }
    FabricNodeId node(std::uint32_t i) const {
        return mesh_->get_fabric_node_id(MeshCoordinate(0, i));
    }
    Words common_args() const {
        const CoreCoord v = mesh_->worker_core_from_logical_core(kHere);
        return {address(data_), address(word_), static_cast<std::uint32_t>(v.x),
                static_cast<std::uint32_t>(v.y)};
    }

    std::shared_ptr<MeshDevice> mesh_;
    std::array<Program, 2> programs_;
    std::array<bool, 2> used_{};
    std::shared_ptr<MeshBuffer> data_, word_;
};

// Both cores send over one link.
void second_connection(FabricStage& stage) {
    stage.sends("fabric_send.cpp", kHere, 0);
    stage.sends("fabric_send.cpp", kThere, stage.repaired ? 1 : 0);
    stage.run();
}

void long_payload(FabricStage& stage) {
    stage.sends("fabric_long_payload.cpp");
    stage.run();
}

void connection_left_open(FabricStage& stage) {
    stage.sends("fabric_left_open.cpp");
    stage.run();
}

void header_reused(FabricStage& stage) {
    stage.sends("fabric_header_reused.cpp");
    stage.run();
}

// The word is not set back, and the second run does not wait for its packets.
void count_of_last_run(FabricStage& stage) {
    stage.sends("fabric_send.cpp");
    stage.waits("fabric_wait.cpp");
    stage.run(2);
}

// Two rounds of the sender have been counted before the first is set back.
void count_wiped_out(FabricStage& stage) {
    stage.sends("fabric_send.cpp");
    stage.waits("fabric_wait_in_rounds.cpp");
    stage.run();
}

void chunks_disagree(FabricStage& stage) {
    stage.sends("fabric_send.cpp");
    stage.waits("fabric_wait_for_more.cpp");
    stage.run();
}

void slots_forgotten(FabricStage& stage) {
    stage.sends("fabric_slots_forgotten.cpp");
    stage.run();
}

template <void (*show)(FabricStage&)>
std::size_t on_stage(bool repaired) {
    FabricStage stage(repaired);
    show(stage);
    stage.close();
    return 0;
}

constexpr FabricExhibit kFabricExhibits[] = {
    {"second_connection", on_stage<second_connection>},
    {"long_payload", on_stage<long_payload>},
    {"connection_left_open", on_stage<connection_left_open>},
    {"header_reused", on_stage<header_reused>},
    {"count_of_last_run", on_stage<count_of_last_run>},
    {"count_wiped_out", on_stage<count_wiped_out>},
    {"chunks_disagree", on_stage<chunks_disagree>},
    {"slots_forgotten", on_stage<slots_forgotten>},
};

}  // namespace

std::span<const FabricExhibit> fabric_exhibits() {
    return kFabricExhibits;
}

}  // namespace ironbird::tests::zoo
