// Meshes, tensors of meshes, times.
#include "tt/chips.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <tt-metalium/memory_reporter.hpp>

#include "error.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/tensor/host_buffer/functions.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace qwen3::device {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

namespace {

constexpr std::size_t kTraceRegion = 128 << 20;

std::shared_ptr<MeshDevice> open(const Mesh& mesh) {
    using tt::tt_fabric::FabricConfig;
    // Where the ends of a row are no neighbours, collectives take it as a line.
    const bool row = mesh.rows == 1 && mesh.columns > 2;
    if (mesh.chips() > 1)
        tt::tt_fabric::SetFabricConfig(row ? FabricConfig::FABRIC_1D_RING
                                           : FabricConfig::FABRIC_1D);
    const MeshShape shape(static_cast<std::uint32_t>(mesh.rows),
                          static_cast<std::uint32_t>(mesh.columns));
    return MeshDevice::create(MeshDeviceConfig(shape), DEFAULT_L1_SMALL_SIZE, kTraceRegion);
}

Tensor host_tensor(const Values& values, const TensorSpec& spec) {
    if (spec.data_type() != DataType::INT32) return Tensor::from_vector(values, spec);
    return Tensor::from_vector(std::vector<std::int32_t>(values.begin(), values.end()), spec);
}

Tensor host_tensor(std::span<const std::int32_t> values, const ttnn::Shape& shape, DataType dtype) {
    const TensorSpec spec = dram_spec(shape, dtype, Layout::ROW_MAJOR);
    if (dtype == DataType::INT32)
        return Tensor::from_vector(std::vector<std::int32_t>(values.begin(), values.end()), spec);
    return Tensor::from_vector(std::vector<std::uint32_t>(values.begin(), values.end()), spec);
}

}  // namespace

TensorSpec dram_spec(const ttnn::Shape& shape, DataType dtype, Layout layout) {
    return {shape, TensorLayout(dtype, PageConfig(layout), ttnn::DRAM_MEMORY_CONFIG)};
}

std::optional<Mesh> mesh_of_environment() {
    const char* asked = std::getenv("TT_MESHDEVICE_SHAPE");
    if (asked == nullptr || *asked == '\0') return std::nullopt;
    try {
        return parse_mesh(asked);
    } catch (const Error& e) {
        fail("TT_MESHDEVICE_SHAPE: {}", e.what());
    }
}

Mesh mesh_for(std::int64_t chips) {
    return mesh_of_environment().value_or(chips == 32 ? Mesh{4, 8} : Mesh{1, chips});
}

struct Chips::Clock {
    Clock()
        : handle(experimental::RegisterProgramRealtimeProfilerCallback(
              [this](const experimental::ProgramRealtimeRecordBatch& batch) {
                  for (const auto& record : batch.records) add(record);
              })) {}
    ~Clock() { experimental::UnregisterProgramRealtimeProfilerCallback(handle); }

    void add(const experimental::ProgramRealtimeRecord& record) {
        const double cycle = 1e-9 / record.frequency;
        const double begin = static_cast<double>(record.start_timestamp) * cycle;
        const double end = static_cast<double>(record.end_timestamp) * cycle;
        ChipTime& time = by_chip[record.chip_id];
        if (time.programs++ == 0) time.first = begin;
        time.last = std::max(time.last, end);
        time.busy += end - begin;
    }

    std::map<std::uint32_t, ChipTime> by_chip;
    experimental::ProgramRealtimeProfilerCallbackHandle handle;
};

Chips::Chips(const Mesh& mesh) : mesh_(mesh), device_(open(mesh)) {
    clock_ = std::make_unique<Clock>();
}

Chips::~Chips() {
    clock_.reset();
    device_->close();
    if (count() > 1) tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::DISABLED);
}

Tensor Chips::same(std::span<const float> values, const ttnn::Shape& shape, DataType dtype,
                   Layout layout) const {
    return Tensor::from_span(ttsl::Span<const float>(values.data(), values.size()),
                             dram_spec(shape, dtype, layout), device_.get());
}

Tensor Chips::on_host(const std::function<Values(std::int64_t chip)>& values,
                      const TensorSpec& spec) const {
    auto buffers = DistributedHostBuffer::create(device_->shape());
    std::vector<MeshCoordinate> places;
    std::int64_t chip = 0;
    for (const MeshCoordinate& place : MeshCoordinateRange(device_->shape())) {
        const Tensor part = host_tensor(values(chip++), spec);
        buffers.emplace_shard(place,
                              [&] { return tt::tt_metal::host_buffer::get_host_buffer(part); });
        places.push_back(place);
    }
    return Tensor(host_tensor_from_buffer_with_topology(
        std::move(buffers), spec,
        TensorTopology(device_->shape(), {MeshMapperConfig::Shard{0}, MeshMapperConfig::Shard{0}},
                       places)));
}

Tensor Chips::each(const std::function<Values(std::int64_t chip)>& values, const ttnn::Shape& shape,
                   DataType dtype, Layout layout) const {
    return ttnn::to_device(on_host(values, dram_spec(shape, dtype, layout)), device_.get(),
                           ttnn::DRAM_MEMORY_CONFIG);
}

void Chips::write_each(const std::function<Values(std::int64_t chip)>& values, Tensor& to) const {
    ttnn::copy_to_device(on_host(values, to.tensor_spec()), to);
}

Tensor Chips::numbers(std::span<const std::int32_t> values, const ttnn::Shape& shape,
                      DataType dtype) const {
    return ttnn::to_device(host_tensor(values, shape, dtype), device_.get(),
                           ttnn::DRAM_MEMORY_CONFIG);
}

void Chips::write(std::span<const std::int32_t> values, Tensor& to) const {
    ttnn::copy_to_device(host_tensor(values, to.logical_shape(), to.dtype()), to);
}

Values Chips::read(const Tensor& tensor, std::int64_t chip) const {
    const Tensor own =
        ttnn::distributed::get_device_tensors(tensor).at(static_cast<std::size_t>(chip));
    if (own.dtype() != DataType::UINT32) return own.to_vector<float>();
    const auto numbers = own.to_vector<std::uint32_t>();
    return Values(numbers.begin(), numbers.end());
}

void Chips::wait() const {
    distributed::Finish(device_->mesh_command_queue());
}

Chips::Dram Chips::dram() const {
    const auto view = tt::tt_metal::detail::GetMemoryView(device_.get(), BufferType::DRAM);
    return {view.num_banks * view.total_bytes_allocated_per_bank,
            view.num_banks * view.total_bytes_per_bank};
}

ChipTime Chips::take_time() {
    wait();
    ChipTime all;
    for (const auto& [chip, time] : clock_->by_chip) {
        if (all.programs == 0 || time.first < all.first) all.first = time.first;
        all.programs = std::max(all.programs, time.programs);
        all.last = std::max(all.last, time.last);
        all.busy = std::max(all.busy, time.busy);
    }
    clock_->by_chip.clear();
    return all;
}

}  // namespace qwen3::device
