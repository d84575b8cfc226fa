// Nodes in the order in which the visualizer walks them.
#include "report/visualizer/graph.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::report {
namespace {

using Json = nlohmann::ordered_json;

class Graph {
 public:
    // Returns the node's number.
    int add(const char* type, Json params, int level, std::vector<int> connections = {}) {
        const int id = static_cast<int>(nodes_.size());
        nodes_.push_back({{"counter", id},
                          {"id", id},  // the same under the name that the visualizer knows
                          {"node_type", type},
                          {"params", std::move(params)},
                          {"arguments", Json::array()},
                          {"connections", std::move(connections)},
                          {"input_tensors", Json::array()},
                          {"stacking_level", level}});
        return id;
    }
    void connect(int from, int to) {
        nodes_[static_cast<std::size_t>(from)]["connections"].push_back(to);
    }
    void lasted(int node, std::uint64_t nanoseconds) {
        nodes_[static_cast<std::size_t>(node)]["duration_ns"] = nanoseconds;
    }
    Json take() { return std::move(nodes_); }

 private:
    Json nodes_ = Json::array();
};

Json buffer_params(const MemoryChip& chip, const MemoryBuffer& b) {
    const std::uint64_t banks = b.type == "DRAM" ? chip.dram_banks : chip.l1_banks;
    const std::uint64_t cores = b.cores.empty() ? banks : b.cores.size();
    return {{"address", b.address},
            {"size", b.bytes_per_bank * std::max<std::uint64_t>(cores, 1)},
            {"page_size", b.page_bytes},
            {"num_cores", cores},
            {"max_size_per_bank", b.bytes_per_bank},
            {"type", b.type},
            {"layout", b.layout},
            {"device_id", chip.chip}};
}

Json cb_params(const MemoryChip& chip, const MemoryCb& cb) {
    return {{"address", cb.address},      {"size", cb.bytes},
            {"core_range_set", cb.cores}, {"globally_allocated", cb.on_buffer ? "1" : "0"},
            {"page_size", cb.page_bytes}, {"indices", fmt::format("{}", Json(cb.indices).dump())},
            {"format", cb.format},        {"device_id", chip.chip}};
}

}  // namespace

Json captured_graph(const MemoryChip& chip, const MemoryLaunch& launch,
                    const std::vector<const MemoryBuffer*>& fresh) {
    Graph g;
    const int begin = g.add("capture_start", Json::object(), 0);
    const int start = g.add("function_start",
                            {{"name", launch.name}, {"inputs", "0"}, {"device_id", chip.chip}}, 1);
    g.connect(begin, start);
    for (const MemoryBuffer* b : fresh) {
        const int buffer = g.add("buffer", buffer_params(chip, *b), 1);
        g.connect(start, g.add("buffer_allocate", buffer_params(chip, *b), 1, {buffer}));
    }
    for (const MemoryCb& cb : launch.cbs)
        g.connect(start, g.add("circular_buffer_allocate", cb_params(chip, cb), 1));
    g.connect(start, g.add("circular_buffer_deallocate_all", {{"device_id", chip.chip}}, 1));
    const int end = g.add("function_end", {{"name", launch.name}}, 1);
    const int stop = g.add("capture_end", Json::object(), 0);
    g.connect(start, end);
    g.connect(end, stop);
    const std::uint64_t cycles = launch.end - std::min(launch.end, launch.start);
    const std::uint64_t nanoseconds = chip.clock_mhz == 0 ? 0 : cycles * 1000 / chip.clock_mhz;
    g.lasted(end, nanoseconds);
    g.lasted(stop, nanoseconds);
    return g.take();
}

}  // namespace ironbird::report
