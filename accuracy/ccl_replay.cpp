// Collectives of TT-NN on the machine that a row names. A line of a mesh stands for all of them;
// large rows run as parts of themselves, since their time is linear in their bytes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/experimental/realtime_profiler.hpp>

#include "row.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_to_all_combine/all_to_all_combine.hpp"
#include "ttnn/operations/ccl/all_to_all_dispatch/all_to_all_dispatch.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ironbird::accuracy {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tt::tt_fabric::FabricConfig;
using ttnn::Tensor;

const std::map<std::string, FabricConfig> kLines = {{"line", FabricConfig::FABRIC_1D},
                                                    {"ring", FabricConfig::FABRIC_1D_RING}};
const std::map<std::string, DataType> kTypes = {{"bfloat16", DataType::BFLOAT16},
                                                {"bfloat8_b", DataType::BFLOAT8_B}};
const std::map<std::string, Layout> kLayouts = {{"tile", Layout::TILE},
                                                {"row_major", Layout::ROW_MAJOR}};
const std::map<std::string, BufferType> kMemories = {{"dram", BufferType::DRAM},
                                                     {"l1", BufferType::L1}};

template <class T>
T known(const std::map<std::string, T>& names, const Fields& f, const char* column) {
    const auto at = names.find(f.text(column));
    if (at == names.end())
        throw DataError(fmt::format("{} is {}, which is not replayed", column, f.text(column)));
    return at->second;
}

std::vector<std::uint32_t> sizes(const std::string& text) {
    std::vector<std::uint32_t> all;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, 'x');)
        all.push_back(static_cast<std::uint32_t>(std::stoul(word)));
    return all;
}

// The time of everything that `work` runs, of the slowest device or the mean of all.
template <class Work>
double microseconds(bool slowest, Work&& work) {
    using namespace experimental;
    std::map<std::uint32_t, double> chips;
    const auto handle =
        RegisterProgramRealtimeProfilerCallback([&](const ProgramRealtimeRecordBatch& batch) {
            for (const auto& r : batch.records)
                chips[r.chip_id] +=
                    static_cast<double>(r.end_timestamp - r.start_timestamp) / r.frequency;
        });
    std::forward<Work>(work)();
    UnregisterProgramRealtimeProfilerCallback(handle);
    double all = 0, most = 0;
    for (const auto& [chip, time] : chips) {
        all += time;
        most = std::max(most, time);
    }
    return (slowest ? most : all / static_cast<double>(chips.size())) / 1e3;
}

class CclReplay final : public Replay {
 public:
    ~CclReplay() override { close(); }

    double predict(const Row& row) override {
        const Fields& f = row.fields;
        open(f);
        slowest_ = f.text("devices") == "max";
        if (!slowest_ && f.text("devices") != "mean")
            throw DataError("devices is mean or max, not " + f.text("devices"));
        const double us = whole_time(f);
        if (f.text("unit") == "us") return us;
        return useful_bytes(f) / us / 1e3;
    }

 private:
    using Time = double (CclReplay::*)(const Fields&, const Shape&);
    struct Operation {
        Time time;
        int parts;  // the dimension of which a part stands for the whole; -1: never, kCut: out_dim
    };
    static constexpr int kCut = -2;
    static const Operation& operation(const Fields& f) {
        static const std::map<std::string, Operation> kOperations = {
            {"all_gather", {&CclReplay::gather, 2}},
            {"reduce_scatter", {&CclReplay::reduce, 2}},
            {"mesh_partition", {&CclReplay::partition, -1}},
            {"all_to_all_async_generic", {&CclReplay::parts, kCut}},
            {"all_to_all_dispatch", {&CclReplay::dispatch, 1}},
            {"all_to_all_combine", {&CclReplay::combine, 1}},
        };
        const auto at = kOperations.find(f.text("op"));
        if (at == kOperations.end()) throw DataError("no such operation: " + f.text("op"));
        return at->second;
    }

    void open(const Fields& f) {
        const std::string key =
            fmt::format("{} {} {}", f.text("fabric"), f.text("mesh"), f.count("most_bytes"));
        if (key == open_) return;
        close();
        tt::tt_fabric::FabricRouterConfig router;
        if (f.count("most_bytes") != 0)
            router.max_packet_payload_size_bytes = f.count("most_bytes");
        using namespace tt::tt_fabric;
        SetFabricConfig(known(kLines, f, "fabric"),
                        FabricReliabilityMode::STRICT_SYSTEM_HEALTH_SETUP_MODE, std::nullopt,
                        FabricTensixConfig::DISABLED, FabricUDMMode::DISABLED,
                        FabricManagerMode::DEFAULT, router);
        const auto shape = sizes(f.text("mesh"));
        mesh_ = MeshDevice::create(MeshDeviceConfig(MeshShape(shape.at(0), shape.at(1))));
        open_ = key;
    }
    void close() {
        if (mesh_) mesh_->close();
        mesh_.reset();
        open_.clear();
        tt::tt_fabric::SetFabricConfig(FabricConfig::DISABLED);
    }

    // ---- parts of rows

    static constexpr std::uint64_t kMostBytes = 3 << 20;  // on a device, of a row that runs whole

    double whole_time(const Fields& f) {
        const Operation& op = operation(f);
        auto all = sizes(f.text("shape"));
        const std::uint64_t bytes = bytes_of(f);
        if (op.parts == -1 || bytes <= kMostBytes) return time(op, f, all);
        const std::size_t dim =
            op.parts == kCut ? f.count("out_dim") : static_cast<std::size_t>(op.parts);
        std::uint32_t& cut = all.at(dim);
        const std::uint32_t full = cut;
        // Whole tiles, of every device where the operation cuts the dimension.
        const std::uint32_t unit =
            (f.text("layout") == "tile" && dim >= 2 ? 32 : 1) * (op.parts == kCut ? length(f) : 1);
        const auto share = static_cast<std::uint32_t>(full * (kMostBytes / 2) / bytes);
        const std::uint32_t less = std::max(share / unit, 1u) * unit, more = 2 * less;
        cut = less;
        const double first = time(op, f, all);
        cut = more;
        const double second = time(op, f, all);
        return second + (second - first) / (more - less) * (full - more);
    }
    double time(const Operation& op, const Fields& f, const std::vector<std::uint32_t>& all) {
        return (this->*op.time)(f, Shape({all.at(0), all.at(1), all.at(2), all.at(3)}));
    }
    static std::uint64_t bytes_of(const Fields& f) {
        const auto all = sizes(f.text("shape"));
        const std::uint64_t elements =
            std::accumulate(all.begin(), all.end(), std::uint64_t{1}, std::multiplies<>());
        return f.text("dtype") == "bfloat8_b" ? elements * 1088 / 1024 : elements * 2;
    }
    // Received by a device.
    double useful_bytes(const Fields& f) const {
        const auto bytes = static_cast<double>(bytes_of(f));
        const auto n = static_cast<double>(length(f));
        return f.text("op") == "all_gather" ? bytes * (n - 1) : bytes * (n - 1) / n;
    }

    // ---- what all of them need

    std::uint32_t length(const Fields& f) const {
        return static_cast<std::uint32_t>(mesh_->shape()[static_cast<int>(f.count("axis"))]);
    }
    std::uint32_t devices() const { return static_cast<std::uint32_t>(mesh_->num_devices()); }
    static std::optional<std::uint32_t> links(const Fields& f) {
        return f.count("links") == 0 ? std::nullopt : std::optional(f.count("links"));
    }
    static MemoryConfig memory(const Fields& f) {
        return MemoryConfig{TensorMemoryLayout::INTERLEAVED, known(kMemories, f, "memory")};
    }
    Tensor tensor(const Shape& shape, DataType type, Layout layout, const MemoryConfig& memory) {
        return ttnn::create_device_tensor(
            TensorSpec(shape, TensorLayout(type, PageConfig(layout), memory)), mesh_.get());
    }
    Tensor input(const Fields& f, const Shape& shape) {
        return tensor(shape, known(kTypes, f, "dtype"), known(kLayouts, f, "layout"), memory(f));
    }
    // The second call: kernels are loaded, as upstream warms up.
    template <class Call>
    double warm(Call&& call) {
        const auto run = [&] {
            call();
            Finish(mesh_->mesh_command_queue());
        };
        run();
        return microseconds(slowest_, run);
    }

    // ---- operations

    double gather(const Fields& f, const Shape& shape) {
        const Tensor in = input(f, shape);
        const auto dim = static_cast<int>(f.count("dim"));
        return warm([&] {
            ttnn::all_gather(in, dim, f.count("axis"), memory(f), std::nullopt, std::nullopt,
                             std::nullopt, links(f));
        });
    }
    double reduce(const Fields& f, const Shape& shape) {
        const Tensor in = input(f, shape);
        const auto dim = static_cast<int>(f.count("dim"));
        return warm([&] {
            ttnn::reduce_scatter(in, dim, f.count("axis"), std::nullopt, memory(f), std::nullopt,
                                 std::nullopt, links(f));
        });
    }
    double partition(const Fields& f, const Shape& shape) {
        const Tensor in = input(f, shape);
        const auto dim = static_cast<int>(f.count("dim"));
        return warm([&] { ttnn::mesh_partition(in, dim, f.count("axis"), memory(f)); });
    }
    double parts(const Fields& f, const Shape& shape) {
        const Tensor in = input(f, shape);
        const auto from = static_cast<int>(f.count("dim")),
                   to = static_cast<int>(f.count("out_dim"));
        return warm([&] {
            ttnn::experimental::all_to_all_async_generic(in, from, to, std::nullopt, links(f),
                                                         memory(f), std::nullopt, std::nullopt,
                                                         f.count("axis"));
        });
    }

    // Experts of a token: all on the last device, or drawn from all. `dim` is how many a token has,
    // `out_dim` how many a device.
    struct Experts {
        Tensor indices, mapping;
    };
    using Halves = std::vector<std::uint16_t>;
    Experts experts(const Fields& f, const Shape& shape) {
        const std::uint32_t chosen = f.count("dim"), all = f.count("out_dim") * devices();
        if (chosen > all) throw DataError(fmt::format("a token has {} experts of {}", chosen, all));
        const std::uint32_t tokens = shape[0] * shape[1];
        const MemoryConfig memory = CclReplay::memory(f);
        Experts e{
            tensor(Shape({shape[0], shape[1], 1, chosen}), DataType::UINT16, Layout::ROW_MAJOR,
                   memory),
            tensor(Shape({1, 1, all, devices()}), DataType::UINT16, Layout::ROW_MAJOR, memory)};
        Halves map(std::size_t{all} * devices());
        for (std::uint32_t i = 0; i < all; i++) map[i * devices() + i / f.count("out_dim")] = 1;
        std::mt19937 random(1);
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            Halves indices(std::size_t{tokens} * chosen, static_cast<std::uint16_t>(all - 1));
            if (f.text("routing") != "last")
                for (std::size_t i = 0; i < indices.size(); i++) {
                    const auto token = indices.begin() +
                                       static_cast<std::ptrdiff_t>(i / chosen * chosen),
                               here = indices.begin() + static_cast<std::ptrdiff_t>(i);
                    do {
                        *here = static_cast<std::uint16_t>(random() % all);
                    } while (std::find(token, here, *here) != here);  // all of a token differ
                }
            write(e.indices, at, indices);
            write(e.mapping, at, map);
        }
        return e;
    }
    void write(const Tensor& to, const MeshCoordinate& at, Halves& halves) {
        const std::shared_ptr<MeshBuffer> buffer(std::shared_ptr<void>(),
                                                 const_cast<MeshBuffer*>(&to.mesh_buffer()));
        WriteShard(mesh_->mesh_command_queue(), buffer, halves, at, true);
    }
    Shape gathered(const Fields& f, const Shape& shape, std::uint32_t last) const {
        return Shape({1, shape[0] * length(f), shape[1], last});
    }

    double dispatch(const Fields& f, const Shape& shape) {
        const Tensor tokens = input(f, shape);
        const Experts e = experts(f, shape);
        return warm([&] {
            ttnn::all_to_all_dispatch(tokens, e.indices, e.mapping, f.count("axis"), std::nullopt,
                                      links(f), std::nullopt, memory(f));
        });
    }
    double combine(const Fields& f, const Shape& shape) {
        const Tensor tokens = input(f, shape);
        const Experts e = experts(f, shape);
        const auto metadata =
            ttnn::all_to_all_dispatch(tokens, e.indices, e.mapping, f.count("axis"), std::nullopt,
                                      links(f), std::nullopt, memory(f))[1];
        const Tensor results = input(f, gathered(f, shape, shape[3]));
        return warm([&] {
            ttnn::all_to_all_combine(results, e.mapping, metadata, true, links(f), std::nullopt,
                                     memory(f), f.count("axis"));
        });
    }

    std::shared_ptr<MeshDevice> mesh_;
    std::string open_;
    bool slowest_ = false;  // device: its time, or the mean of all
};

}  // namespace
}  // namespace ironbird::accuracy

// The program that loads this library looks for it by name.
extern "C" ironbird::accuracy::Replay* ironbird_make_ccl_replay();
ironbird::accuracy::Replay* ironbird_make_ccl_replay() {
    return new ironbird::accuracy::CclReplay;
}
