// A program as plain data, from which Program objects are made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/experimental/blaze/named_kernel_args.hpp>
#include <tt-metalium/face_geometry.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/tile.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <tt_stl/small_vector.hpp>
#include <umd/device/types/core_coordinates.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal {

class Buffer;
class MeshTensor;
class Program;

namespace experimental {
class GlobalCircularBuffer;
}

struct TileDescriptor {
    uint32_t height = constants::TILE_HEIGHT;
    uint32_t width = constants::TILE_WIDTH;
    bool transpose = false;

    TileDescriptor() = default;
    TileDescriptor(const Tile& tile);
    TileDescriptor(uint32_t height, uint32_t width, bool transpose)
        : height(height), width(width), transpose(transpose) {}
    bool operator==(const TileDescriptor&) const = default;
};

struct CBFormatDescriptor {
    uint8_t buffer_index = 0;
    tt::DataFormat data_format = tt::DataFormat::Float32;
    uint32_t page_size = 0;
    std::optional<TileDescriptor> tile;
    std::optional<FaceGeometry> face_geometry;
};

struct CBDescriptor {
    using FormatDescriptors = ttsl::SmallVector<CBFormatDescriptor, 1>;

    uint32_t total_size = 0;
    CoreRangeSet core_ranges;
    FormatDescriptors format_descriptors;
    FormatDescriptors remote_format_descriptors;
    Buffer* buffer = nullptr;            // L1 buffer below the circular buffer, if any
    const MeshTensor* tensor = nullptr;  // or a tensor
    uint32_t address_offset = 0;
    const experimental::GlobalCircularBuffer* global_circular_buffer = nullptr;

    // Of the two above, the one that is given; null: none.
    const Buffer* backing() const;
};

struct SemaphoreDescriptor {
    uint32_t id{};
    CoreType core_type = CoreType::WORKER;
    CoreRangeSet core_ranges;
    uint32_t initial_value = 0;
};

struct ReaderConfigDescriptor {};
struct WriterConfigDescriptor {};

struct DataMovementConfigDescriptor {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
};

struct ComputeConfigDescriptor {
    using UnpackToDestModes = std::vector<UnpackToDestMode>;

    MathFidelity math_fidelity = MathFidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    UnpackToDestModes unpack_to_dest_mode;
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
};

// An argument that holds a buffer's address.
struct BufferBinding {
    CoreCoord core;
    uint32_t arg_idx;
    Buffer* buffer = nullptr;
};

struct CommonBufferBinding {
    uint32_t arg_idx;
    Buffer* buffer = nullptr;
};

struct KernelDescriptor {
    using CompileTimeArgs = std::vector<uint32_t>;
    using NamedCompileTimeArgs = std::vector<std::pair<std::string, uint32_t>>;
    using Defines = std::vector<std::pair<std::string, std::string>>;
    using IncludePaths = std::vector<std::filesystem::path>;
    using CoreRuntimeArgs = std::vector<uint32_t>;
    using RuntimeArgs = std::vector<std::pair<CoreCoord, CoreRuntimeArgs>>;
    using CommonRuntimeArgs = CoreRuntimeArgs;
    using BufferBindings = ttsl::SmallVector<BufferBinding, 4>;
    using CommonBufferBindings = ttsl::SmallVector<CommonBufferBinding, 2>;
    using ConfigDescriptor = std::variant<ReaderConfigDescriptor, WriterConfigDescriptor,
                                          DataMovementConfigDescriptor, ComputeConfigDescriptor>;
    using Arg = std::variant<uint32_t, Buffer*>;
    using TensorArg = std::variant<uint32_t, std::reference_wrapper<const MeshTensor>>;
    enum class SourceType { FILE_PATH, SOURCE_CODE };

    std::string kernel_source;
    SourceType source_type = SourceType::FILE_PATH;
    CoreRangeSet core_ranges;
    CompileTimeArgs compile_time_args;
    NamedCompileTimeArgs named_compile_time_args;
    Defines defines;
    RuntimeArgs runtime_args;
    CommonRuntimeArgs common_runtime_args;
    experimental::blaze::NamedKernelArgs blaze_named_args;
    std::optional<KernelBuildOptLevel> opt_level = std::nullopt;
    ConfigDescriptor config;
    IncludePaths compiler_include_paths;
    BufferBindings buffer_bindings;
    CommonBufferBindings common_buffer_bindings;

    // Arguments that are put together step by step.
    class RTArgList {
     public:
        void push_back(uint32_t value) { items_.emplace_back(value); }
        void push_back(Buffer* buffer) { items_.emplace_back(buffer); }
        void push_back(const MeshTensor& tensor);
        void reserve(size_t n) { items_.reserve(n); }
        void append(const std::vector<uint32_t>& values) {
            items_.insert(items_.end(), values.begin(), values.end());
        }
        const std::vector<Arg>& items() const { return items_; }

     private:
        std::vector<Arg> items_;
    };

    void emplace_runtime_args(const CoreCoord& core, std::initializer_list<uint32_t> args);
    void emplace_runtime_args(const CoreCoord& core, std::initializer_list<Arg> args);
    void emplace_runtime_args(const CoreCoord& core, const std::vector<Arg>& args);
    void emplace_runtime_args(const CoreCoord& core, const RTArgList& args);
    // A tensor's argument is its address, bound to its buffer.
    void emplace_runtime_args(const CoreCoord& core, std::initializer_list<TensorArg> args);
    void emplace_runtime_args(const CoreCoord& core, const std::vector<TensorArg>& args);
    void emplace_common_runtime_args(std::initializer_list<uint32_t> args);
    void emplace_common_runtime_args(std::initializer_list<Arg> args);
    void emplace_common_runtime_args(const RTArgList& args);
    void emplace_common_runtime_args(std::initializer_list<TensorArg> args);
};

struct ProgramDescriptor {
    using KernelDescriptors = ttsl::SmallVector<KernelDescriptor, 3>;
    using SemaphoreDescriptors = ttsl::SmallVector<SemaphoreDescriptor, 3>;
    using CBDescriptors = ttsl::SmallVector<CBDescriptor, 5>;

    KernelDescriptors kernels;
    SemaphoreDescriptors semaphores;
    CBDescriptors cbs;
    std::optional<std::uint64_t> custom_program_hash;

    // The smallest id that no semaphore on this core has.
    std::optional<uint32_t> find_available_semaphore_id(const CoreCoord& core,
                                                        CoreType core_type) const;
};

// Sets arguments and addresses of circular buffers of a program made from the same descriptor.
void apply_descriptor_runtime_args(Program& program, const ProgramDescriptor& desc);

}  // namespace tt::tt_metal

// The hash that the descriptor was given, else one of what a program is built from.
template <>
struct std::hash<tt::tt_metal::ProgramDescriptor> {
    std::size_t operator()(const tt::tt_metal::ProgramDescriptor& descriptor) const;
};
