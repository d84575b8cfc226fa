// Captured graphs read again.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <tt_stl/assert.hpp>

#include "ttnn/graph/graph_consts.hpp"
#include "ttnn/graph/graph_trace_utils.hpp"

namespace ttnn::graph {

using namespace tt::tt_metal;
using nlohmann::json;

namespace {

bool is(const json& node, const char* type) {
    return node.at(kNodeType) == type;
}

// Numbers are written as text.
long long param(const json& node, const char* name) {
    const json& params = node.at(kParams);
    const auto found = params.find(name);
    if (found == params.end()) return 0;
    return found->is_string() ? std::stoll(found->get<std::string>()) : found->get<long long>();
}

bool is_of(const json& node, const char* memory) {
    const json& params = node.at(kParams);
    return params.contains(kType) && params.at(kType) == memory;
}

// Follows what is allocated, node by node.
class Usage {
 public:
    enum Kind { cb, l1, dataflow_buffer, scratchpad, count };

    // `buffer_size`: the parameter that counts for buffers.
    Usage(const json& trace, const char* buffer_size) {
        for (const json& node : trace) take(node, buffer_size);
    }
    std::size_t peak(Kind kind) const { return static_cast<std::size_t>(peak_[kind]); }
    std::size_t peak_total() const { return static_cast<std::size_t>(total_); }

 private:
    void take(const json& node, const char* buffer_size) {
        static constexpr std::pair<const char*, Kind> kOfPrograms[] = {
            {kNodeCBAllocate, cb},
            {kNodeDataflowBufferAllocate, dataflow_buffer},
            {kNodeScratchpadAllocate, scratchpad}};
        for (const auto& [type, kind] : kOfPrograms)
            if (is(node, type) && param(node, kGloballyAllocated) != 1 &&
                param(node, kBorrowsMemory) != 1)
                add(kind, param(node, kSize));
        if (is(node, kNodeCBDeallocateAll)) now_[cb] = now_[dataflow_buffer] = now_[scratchpad] = 0;
        if (is(node, kNodeBufferAllocate) && is_of(node, "L1")) add(l1, param(node, buffer_size));
        if (is(node, kNodeBufferDeallocate) && is_of(node, "L1"))
            add(l1, -param(node, buffer_size));
    }
    void add(Kind kind, long long bytes) {
        now_[kind] += bytes;
        peak_[kind] = std::max(peak_[kind], now_[kind]);
        total_ = std::max(total_, std::accumulate(now_.begin(), now_.end(), 0LL));
    }

    std::array<long long, count> now_{}, peak_{};
    long long total_ = 0;
};

std::set<std::uint32_t> tensors_of(const json& trace, const json& node) {
    std::set<std::uint32_t> found;
    for (const json& to : node.at(kConnections))
        if (is(trace.at(to.get<std::size_t>()), kNodeTensor)) found.insert(to.get<std::uint32_t>());
    return found;
}

// "Shape([2, 3])"
tt::tt_metal::Shape shape_in(const std::string& text) {
    ttsl::SmallVector<std::uint32_t> dims;
    for (std::size_t at = text.find_first_of("0123456789"); at != std::string::npos;
         at = text.find_first_of("0123456789", at)) {
        std::size_t length = 0;
        dims.push_back(static_cast<std::uint32_t>(std::stoul(text.substr(at), &length)));
        at += length;
    }
    return tt::tt_metal::Shape(dims);
}

}  // namespace

std::uint32_t extract_peak_L1_memory_usage(const json& trace) {
    return static_cast<std::uint32_t>(Usage(trace, kSize).peak_total());
}

PeakMemoryUsagePerCore extract_resource_usage_per_core(const json& trace) {
    const Usage usage(trace, kMaxSizePerBank);
    return {usage.peak(Usage::cb), usage.peak(Usage::l1), usage.peak(Usage::dataflow_buffer),
            usage.peak(Usage::scratchpad), usage.peak_total()};
}
std::uint32_t extract_l1_buffer_allocation_peak_size_per_core(const json& trace) {
    return static_cast<std::uint32_t>(extract_resource_usage_per_core(trace).peak_l1);
}
std::uint32_t extract_circular_buffers_peak_size_per_core(const json& trace) {
    return static_cast<std::uint32_t>(extract_resource_usage_per_core(trace).peak_cb);
}
std::uint32_t extract_peak_memory_usage(const json& trace) {
    return static_cast<std::uint32_t>(extract_resource_usage_per_core(trace).peak_total);
}
std::uint32_t extract_l1_output_buffer_allocation_size_per_core(const Tensor& output_tensor) {
    return static_cast<std::uint32_t>(output_tensor.buffer()->aligned_size_per_bank());
}

DRAMUsage extract_dram_usage(const json& trace) {
    DRAMUsage usage;
    for (const json& node : trace) {
        if (is(node, kNodeBufferAllocate) && is_of(node, "DRAM"))
            usage.total_allocations += param(node, kSize);
        if (is(node, kNodeBufferDeallocate) && is_of(node, "DRAM"))
            usage.total_deallocations += param(node, kSize);
        usage.peak = std::max(usage.peak, usage.total_allocations - usage.total_deallocations);
    }
    return usage;
}

std::vector<std::string> extract_calltrace(const json& trace) {
    std::vector<std::string> names;
    for (const json& node : trace)
        if (is(node, kNodeFunctionStart)) names.push_back(node.at(kParams).at(kName));
    return names;
}

std::vector<OperationInfo> extract_arguments(const json& trace) {
    std::vector<OperationInfo> calls;
    for (const json& node : trace)
        if (is(node, kNodeFunctionStart))
            calls.push_back(
                {node.at(kParams).at(kName), node.at(kArguments).get<std::vector<std::string>>()});
    return calls;
}

std::unordered_set<std::uint32_t> extract_output_tensors(const json& trace) {
    for (auto node = trace.rbegin(); node != trace.rend(); ++node)
        if (is(*node, kNodeFunctionEnd))
            if (const auto found = tensors_of(trace, *node); !found.empty())
                return {found.begin(), found.end()};
    TT_THROW("extract_output_tensors: no function of the captured graph returned a tensor");
}

std::vector<TensorInfo> extract_output_info(const json& trace) {
    const auto outputs = extract_output_tensors(trace);
    std::vector<TensorInfo> infos;
    for (const json& node : trace) {
        if (!is(node, kNodeBuffer)) continue;
        for (const std::uint32_t tensor : tensors_of(trace, node))
            if (outputs.contains(tensor))
                infos.push_back({shape_in(trace.at(tensor).at(kParams).at(kShape)),
                                 static_cast<std::uint32_t>(param(node, kSize)),
                                 is_of(node, "L1") ? BufferType::L1 : BufferType::DRAM});
    }
    return infos;
}

std::pair<std::uint32_t, std::uint32_t> count_intermediate_and_output_tensors(const json& trace) {
    const auto outputs = extract_output_tensors(trace);
    std::set<std::uint32_t> returned;
    for (const json& node : trace)
        if (is(node, kNodeFunctionEnd)) returned.merge(tensors_of(trace, node));
    const auto between =
        std::ranges::count_if(returned, [&](std::uint32_t t) { return !outputs.contains(t); });
    return {static_cast<std::uint32_t>(between), static_cast<std::uint32_t>(outputs.size())};
}

}  // namespace ttnn::graph
