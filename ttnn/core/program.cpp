// Circular buffers, kernels and the division of work.
#include "core/program.hpp"

#include <dlfcn.h>
#include <tt-metalium/circular_buffer_constants.h>

#include <algorithm>
#include <filesystem>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/work_split.hpp>
#include <tt_stl/assert.hpp>

namespace ttnn::program {

using namespace tt::tt_metal;

namespace {

// Beside the library after an installation, in the source tree before one.
std::filesystem::path kernel_root() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&kernel_path), &info) != 0 &&
        info.dli_fname != nullptr) {
        // /lib may be a link to /usr/lib.
        const auto root = std::filesystem::canonical(info.dli_fname).parent_path().parent_path() /
                          "share" / "ironbird" / "ttnn";
        if (std::filesystem::is_directory(root)) return root;
    }
    return TTNN_SOURCE_DIR;
}

KernelDescriptor page_mover(std::string_view path, bool reads, std::uint8_t cb,
                            const Tensor& tensor, std::uint32_t page_bytes, std::uint32_t batch,
                            const Split& split) {
    KernelDescriptor kernel = data_mover(path, reads, split.cores);
    kernel.compile_time_args = {cb};
    KernelDescriptor::RTArgList words;
    words.push_back(tensor.buffer());
    words.append({page_bytes, batch, program::page_bytes(tensor)});
    append_late(kernel, words, tensor);
    kernel.emplace_common_runtime_args(words);
    for (const Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

bool is_wide(DataType dtype) {
    return dtype == DataType::FLOAT32 || dtype == DataType::INT32 || dtype == DataType::UINT32;
}

// With sub-devices, operations that name none run on the first.
WorkSplit split_over_device(const MeshDevice& device, std::uint32_t units) {
    if (device.get_active_sub_device_manager_id() == device.get_default_sub_device_manager_id())
        return split_work_to_cores(device.compute_with_storage_grid_size(), units);
    return split_work_to_cores(
        device.worker_cores(HalProgrammableCoreType::TENSIX, device.get_sub_device_ids().front()),
        units);
}

}  // namespace

Split split(const MeshDevice& device, std::uint32_t units,
            const std::optional<CoreRangeSet>& cores) {
    const auto [number, all, more, less, many, few] =
        cores ? split_work_to_cores(*cores, units) : split_over_device(device, units);
    Split result{all, {}};
    std::uint32_t first = 0;
    const auto add = [&](const CoreRangeSet& group, std::uint32_t count) {
        for (const CoreCoord& core : corerange_to_cores(group)) {
            result.shares.push_back({core, first, count});
            first += count;
        }
    };
    add(more, many);
    add(less, few);
    return result;
}

std::string kernel_path(std::string_view name) {
    static const std::filesystem::path root = kernel_root();
    return root / name;
}

CBDescriptor circular_buffer(std::uint8_t index, DataType dtype, std::uint32_t page_bytes,
                             std::uint32_t pages, const CoreRangeSet& cores) {
    CBDescriptor cb;
    cb.total_size = page_bytes * pages;
    cb.core_ranges = cores;
    cb.format_descriptors.push_back(
        {index, datatype_to_dataformat_converter(dtype), page_bytes, std::nullopt, std::nullopt});
    return cb;
}

std::uint32_t tile_bytes(DataType dtype) {
    return tt::tt_metal::tile_size(dtype);
}
std::uint32_t tiles_of(const Tensor& tensor) {
    return static_cast<std::uint32_t>(tensor.physical_volume() / (32 * 32));
}
CBDescriptor tile_buffer(std::uint8_t index, DataType dtype, const CoreRangeSet& cores,
                         std::uint32_t tiles) {
    return circular_buffer(index, dtype, tile_bytes(dtype), tiles, cores);
}

KernelDescriptor page_reader(std::uint8_t cb, const Tensor& from, std::uint32_t page_bytes,
                             std::uint32_t batch, const Split& split) {
    return page_mover("kernels/read_pages.cpp", true, cb, from, page_bytes, batch, split);
}
KernelDescriptor page_writer(std::uint8_t cb, const Tensor& to, std::uint32_t page_bytes,
                             std::uint32_t batch, const Split& split) {
    return page_mover("kernels/write_pages.cpp", false, cb, to, page_bytes, batch, split);
}

KernelDescriptor data_mover(std::string_view path, bool reads, const CoreRangeSet& cores) {
    KernelDescriptor kernel;
    kernel.kernel_source = kernel_path(path);
    kernel.core_ranges = cores;
    if (reads)
        kernel.config = ReaderConfigDescriptor{};
    else
        kernel.config = WriterConfigDescriptor{};
    return kernel;
}

KernelDescriptor compute(std::string_view path, const CoreRangeSet& cores,
                         const std::vector<std::pair<std::uint8_t, DataType>>& inputs,
                         DataType output) {
    KernelDescriptor kernel;
    kernel.kernel_source = kernel_path(path);
    kernel.core_ranges = cores;
    ComputeConfigDescriptor config;
    // Integers of 16 bits pass through a Dst of 16 bits, unless they become or were 32-bit data or
    // bytes, which have no place in it.
    const auto any = [&](auto is) {
        return is(output) ||
               std::ranges::any_of(inputs, [&](const auto& in) { return is(in.second); });
    };
    config.fp32_dest_acc_en = any(is_wide) ||
                              any([](DataType d) { return d == DataType::UINT8; }) ||
                              !any([](DataType d) { return d == DataType::UINT16; });
    config.unpack_to_dest_mode.assign(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    for (const auto& [cb, dtype] : inputs)
        if (is_wide(dtype)) config.unpack_to_dest_mode[cb] = UnpackToDestMode::UnpackToDestFp32;
    kernel.config = config;
    return kernel;
}

void append(KernelDescriptor& kernel, const Tensor& tensor) {
    TensorAccessorArgs(*tensor.buffer()).append_to(kernel.compile_time_args);
}

void append_sized(KernelDescriptor& kernel, const Tensor& tensor) {
    const Buffer& buffer = *tensor.buffer();
    if (buffer.buffer_distribution_spec()) return append(kernel, tensor);
    const auto args = buffer.is_dram() ? TensorAccessorArgs::create_dram_interleaved()
                                       : TensorAccessorArgs::create_l1_interleaved();
    args.append_to(kernel.compile_time_args);
}
std::uint32_t page_bytes(const Tensor& tensor) {
    return static_cast<std::uint32_t>(tensor.buffer()->aligned_page_size());
}

namespace {

// Banks beyond those that have shards: no kernel would ever read them. The words are rank, banks,
// shape of the tensor, shape of a shard, two banks in each.
void leave_out_empty_banks(std::vector<std::uint32_t>& words) {
    const std::uint32_t rank = words[0], banks = tensor_accessor::unpack_num_banks(words[1]);
    std::uint32_t shards = 1;
    for (std::uint32_t d = 2; d < 2 + rank; d++)
        shards *= (words[d] + words[d + rank] - 1) / words[d + rank];
    if (shards >= banks || tensor_accessor::unpack_is_shard_contiguous(words[1])) return;
    words[1] = shards;
    words.resize(2 + 2 * rank + (shards + 1) / 2);
}

}  // namespace

void append_late(KernelDescriptor& kernel, KernelDescriptor::RTArgList& common,
                 const Tensor& tensor) {
    using tensor_accessor::ArgConfig;
    const Buffer& buffer = *tensor.buffer();
    if (!buffer.buffer_distribution_spec()) return append_sized(kernel, tensor);
    const TensorAccessorArgs args(buffer, ArgConfig::RuntimeRank | ArgConfig::RuntimeNumBanks |
                                              ArgConfig::RuntimeTensorShape |
                                              ArgConfig::RuntimeShardShape |
                                              ArgConfig::RuntimeBankCoords);
    std::vector<std::uint32_t> words;
    args.append_to(kernel.compile_time_args, words);
    leave_out_empty_banks(words);
    kernel.compile_time_args.back() = 0;  // the size of pages, which the kernel is told
    common.append(words);
}

}  // namespace ttnn::program
