// What the examples share: one device, its queue, buffers and the run of a program.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <utility>
#include <vector>

namespace examples {

using namespace tt::tt_metal;
using Words = std::vector<std::uint32_t>;

class Session {
 public:
    // Traces need room on the device.
    explicit Session(std::size_t trace_bytes = DEFAULT_TRACE_REGION_SIZE)
        : device_(
              distributed::MeshDevice::create_unit_mesh(0, DEFAULT_L1_SMALL_SIZE, trace_bytes)) {}

    explicit Session(std::shared_ptr<distributed::MeshDevice> device)
        : device_(std::move(device)) {}

    distributed::MeshDevice& device() { return *device_; }
    void close() { device_->close(); }

    std::shared_ptr<distributed::MeshBuffer> buffer(
        std::uint32_t bytes, const distributed::DeviceLocalBufferConfig& config) {
        return distributed::MeshBuffer::create(distributed::ReplicatedBufferConfig{.size = bytes},
                                               config, device_.get());
    }

    std::shared_ptr<distributed::MeshBuffer> dram(std::uint32_t bytes, std::uint32_t page_bytes) {
        return buffer(bytes, {.page_size = page_bytes, .buffer_type = BufferType::DRAM});
    }

    void write(std::shared_ptr<distributed::MeshBuffer>& to, const Words& words) {
        distributed::EnqueueWriteMeshBuffer(device_->mesh_command_queue(), to, words, false);
    }

    Words read(std::shared_ptr<distributed::MeshBuffer>& from) {
        Words words;
        distributed::EnqueueReadMeshBuffer(device_->mesh_command_queue(), words, from, true);
        return words;
    }

    // Runs the program to its end.
    void run(Program&& program) {
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(device_->shape()),
                             std::move(program));
        distributed::EnqueueMeshWorkload(device_->mesh_command_queue(), workload, false);
        distributed::Finish(device_->mesh_command_queue());
    }

 private:
    std::shared_ptr<distributed::MeshDevice> device_;
};

// Kernels are named from the root of the source tree and looked up as TT-Metalium does: from the
// current folder or TT_METAL_RUNTIME_ROOT. Our own builds say where else the root is.
#ifndef KERNEL_PREFIX
#define KERNEL_PREFIX ""
#endif
inline std::string kernel(const std::string& path) {
    const std::string ours = KERNEL_PREFIX + path;
    return !std::filesystem::exists(path) && std::filesystem::exists(ours) ? ours : path;
}

// Words that tell their own position, so that a misplaced page is seen.
inline Words pattern(std::size_t count, std::uint32_t seed = 1) {
    Words words(count);
    for (std::size_t i = 0; i < count; i++)
        words[i] = static_cast<std::uint32_t>(i) * 2654435761u + seed;
    return words;
}

// Compile-time arguments of the accessors of these buffers, one after the other.
inline Words accessor_args(
    std::initializer_list<std::shared_ptr<distributed::MeshBuffer>> buffers) {
    Words words;
    for (const auto& b : buffers) TensorAccessorArgs(*b).append_to(words);
    return words;
}

inline DataMovementConfig reader(Words args) {
    return {.processor = DataMovementProcessor::RISCV_1,
            .noc = NOC::RISCV_1_default,
            .compile_args = std::move(args)};
}

inline DataMovementConfig writer(Words args) {
    return {.processor = DataMovementProcessor::RISCV_0,
            .noc = NOC::RISCV_0_default,
            .compile_args = std::move(args)};
}

// The example's last line and its exit code.
inline int verdict(std::size_t wrong, const std::string& right_text) {
    if (wrong == 0)
        fmt::print("{}\n", right_text);
    else
        fmt::print("{} words are wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}

inline std::size_t differences(const Words& a, const Words& b) {
    std::size_t count = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    for (std::size_t i = 0; i < a.size() && i < b.size(); i++) count += a[i] != b[i] ? 1 : 0;
    return count;
}

}  // namespace examples
