// Words for kernels' TensorAccessor, in upstream's order.
#include <tt-metalium/device.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;
namespace {

using tensor_accessor::ArgConfig;

uint32_t page_word(const Buffer* buffer) {
    return buffer == nullptr ? 0 : static_cast<uint32_t>(buffer->aligned_page_size());
}

// x in the upper byte, y in the lower. DRAM banks are named by number, not by place.
uint32_t packed(const Buffer& buffer, const CoreCoord& core) {
    const CoreCoord at =
        buffer.is_dram() ? core
                         : buffer.device()->virtual_core_from_logical_core(core, CoreType::WORKER);
    return static_cast<uint32_t>((at.x & 0xff) << 8 | (at.y & 0xff));
}

void push_banks(const Buffer& buffer, std::vector<uint32_t>& words) {
    const auto& cores = buffer.buffer_distribution_spec()->cores();
    for (size_t i = 0; i < cores.size(); i += 2) {
        const uint32_t second = i + 1 < cores.size() ? packed(buffer, cores[i + 1]) : 0;
        words.push_back(second << 16 | packed(buffer, cores[i]));
    }
}

void push_shape(const Shape& shape, std::vector<uint32_t>& words) {
    for (size_t d = 0; d < shape.rank(); d++) words.push_back(shape[static_cast<int>(d)]);
}

// The words that belong to compile time, or to run time.
void push_sharded(const Buffer& buffer, TensorAccessorArgs::Config config, bool runtime,
                  std::vector<uint32_t>& words) {
    const BufferDistributionSpec& spec = *buffer.buffer_distribution_spec();
    const auto wanted = [&](ArgConfig flag) { return config.test(flag) == runtime; };
    const size_t rank = spec.tensor_shape_in_pages().rank();
    require(rank <= TensorAccessorArgs::MAX_NUM_DIMENSIONS, Fault::host_argument,
            "{} dimensions are more than {}", rank, TensorAccessorArgs::MAX_NUM_DIMENSIONS);
    if (!runtime) words.insert(words.end(), {uint32_t{config.raw()}, page_word(&buffer)});
    if (wanted(ArgConfig::RuntimeRank)) words.push_back(static_cast<uint32_t>(rank));
    if (wanted(ArgConfig::RuntimeNumBanks)) {
        const bool runs =
            spec.shard_distribution_strategy() == ShardDistributionStrategy::CONTIGUOUS_1D;
        words.push_back(
            tensor_accessor::pack_num_banks(static_cast<uint32_t>(spec.num_cores()), runs));
    }
    if (wanted(ArgConfig::RuntimeTensorShape)) push_shape(spec.tensor_shape_in_pages(), words);
    if (wanted(ArgConfig::RuntimeShardShape)) push_shape(spec.shard_shape_in_pages(), words);
    if (wanted(ArgConfig::RuntimeBankCoords)) push_banks(buffer, words);
}

}  // namespace

TensorAccessorArgs::TensorAccessorArgs(const Buffer* buffer, Config args_config) : buffer_(buffer) {
    if (buffer == nullptr) return;
    if (buffer->buffer_distribution_spec().has_value()) {
        config_ = args_config;
        config_.set(ArgConfig::Sharded);
    }
    config_.set(ArgConfig::IsDram, buffer->is_dram());
    require(!config_.test(ArgConfig::RuntimeRank) || (config_.test(ArgConfig::RuntimeTensorShape) &&
                                                      config_.test(ArgConfig::RuntimeShardShape)),
            Fault::host_argument,
            "a rank that is known at run time only needs shapes of the same kind");
    require(!config_.test(ArgConfig::RuntimeNumBanks) || config_.test(ArgConfig::RuntimeBankCoords),
            Fault::host_argument,
            "a number of banks that is known at run time only needs coordinates of the same kind");
}

TensorAccessorArgs TensorAccessorArgs::create_dram_interleaved() {
    TensorAccessorArgs args;
    args.config_ = ArgConfig::IsDram;
    return args;
}

TensorAccessorArgs TensorAccessorArgs::create_l1_interleaved() {
    return {};
}

std::vector<uint32_t> TensorAccessorArgs::get_compile_time_args() const {
    if (!config_.test(ArgConfig::Sharded)) return {uint32_t{config_.raw()}, page_word(buffer_)};
    std::vector<uint32_t> words;
    push_sharded(*buffer_, config_, false, words);
    return words;
}

std::vector<uint32_t> TensorAccessorArgs::get_common_runtime_args() const {
    std::vector<uint32_t> words;
    if (config_.test(ArgConfig::Sharded)) push_sharded(*buffer_, config_, true, words);
    return words;
}

void TensorAccessorArgs::append_to(std::vector<uint32_t>& compile_time_args) const {
    require((config_ & ArgConfig::Runtime).raw() == 0, Fault::host_argument,
            "these accessor arguments need a second list, for common run-time arguments");
    const auto words = get_compile_time_args();
    compile_time_args.insert(compile_time_args.end(), words.begin(), words.end());
}

void TensorAccessorArgs::append_to(std::vector<uint32_t>& compile_time_args,
                                   std::vector<uint32_t>& common_runtime_args) const {
    const auto fixed = get_compile_time_args(), later = get_common_runtime_args();
    compile_time_args.insert(compile_time_args.end(), fixed.begin(), fixed.end());
    common_runtime_args.insert(common_runtime_args.end(), later.begin(), later.end());
}

}  // namespace tt::tt_metal
