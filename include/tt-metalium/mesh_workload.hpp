// Programs with the devices of a mesh that each of them runs on.
#pragma once

#include <cstdint>
#include <memory>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <unordered_map>

namespace tt::tt_metal::distributed {

class MeshCommandQueue;

class MeshWorkload {
 public:
    MeshWorkload();
    ~MeshWorkload();
    MeshWorkload(MeshWorkload&& other) noexcept;
    MeshWorkload& operator=(MeshWorkload&& other) noexcept;

    // Ranges of one workload must not overlap.
    void add_program(const MeshCoordinateRange& device_range, Program&& program);
    std::unordered_map<MeshCoordinateRange, Program>& get_programs() { return programs_; }
    const std::unordered_map<MeshCoordinateRange, Program>& get_programs() const {
        return programs_;
    }

    // Where the first program puts these on a core that it uses.
    uint32_t get_sem_base_addr(std::shared_ptr<MeshDevice>& mesh_device, CoreCoord logical_core,
                               CoreType core_type);
    uint32_t get_sem_size(std::shared_ptr<MeshDevice>& mesh_device, CoreCoord logical_core,
                          CoreType core_type);
    uint32_t get_cb_base_addr(std::shared_ptr<MeshDevice>& mesh_device, CoreCoord logical_core,
                              CoreType core_type);
    uint32_t get_cb_size(std::shared_ptr<MeshDevice>& mesh_device, CoreCoord logical_core,
                         CoreType core_type);

    MeshCommandQueue* get_last_used_command_queue() const { return last_queue_; }
    void set_last_used_command_queue_for_testing(MeshCommandQueue* cq) { last_queue_ = cq; }

 private:
    friend class MeshCommandQueue;

    std::unordered_map<MeshCoordinateRange, Program> programs_;
    MeshCommandQueue* last_queue_ = nullptr;
};

}  // namespace tt::tt_metal::distributed
