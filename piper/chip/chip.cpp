// One device of a process, and the times of its programs as they become known.
#include "chip/chip.hpp"

#include <cstdlib>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <ttnn/device.hpp>
#include <ttnn/tensor/tensor_ops.hpp>

#include "error.hpp"

namespace piper::chip {

using namespace tt::tt_metal;

TensorSpec pages_spec(std::uint32_t pages, std::uint32_t page_words) {
    return {Shape({pages, page_words}),
            TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR),
                         MemoryConfig{TensorMemoryLayout::INTERLEAVED, BufferType::DRAM})};
}

Chip::Chip(const std::string& product, int device_id) {
    if (!product.empty()) setenv("IRONBIRD_CHIP", product.c_str(), 1);
    try {
        device_ = ttnn::open_mesh_device(device_id);
    } catch (const std::exception& e) {
        throw Error(Exit::could_not_start, e.what(), "ironbird devices lists the chips");
    }
    const auto id = device_->get_devices().front()->id();
    callback_ = experimental::RegisterProgramRealtimeProfilerCallback(
        [this, id](const experimental::ProgramRealtimeRecordBatch& batch) {
            for (const auto& record : batch.records) {
                if (record.chip_id != static_cast<std::uint32_t>(id)) continue;
                const double cycle = 1e-9 / record.frequency;
                times_.programs++;
                times_.last_begin = static_cast<double>(record.start_timestamp) * cycle;
                times_.last_end = static_cast<double>(record.end_timestamp) * cycle;
                times_.busy_seconds += times_.last_end - times_.last_begin;
            }
        });
}

Chip::~Chip() {
    experimental::UnregisterProgramRealtimeProfilerCallback(callback_);
    device_->close();
}

std::uint32_t Chip::cores() const {
    const CoreCoord grid = device_->compute_with_storage_grid_size();
    return static_cast<std::uint32_t>(grid.x * grid.y);
}

bool Chip::wide_dst() const {
    return device_->arch() != tt::ARCH::GRAYSKULL;
}

std::size_t Chip::l1_bytes() const {
    return device_->l1_size_per_core() -
           device_->allocator()->get_base_allocator_addr(HalMemType::L1);
}

Tensor Chip::upload(std::vector<std::uint32_t> words, std::uint32_t page_words) {
    const auto pages = static_cast<std::uint32_t>((words.size() + page_words - 1) / page_words);
    words.resize(std::size_t{pages} * page_words);
    times_.bytes_up += words.size() * 4;
    return Tensor::from_vector(std::move(words), pages_spec(pages, page_words), device_.get());
}

std::vector<std::uint32_t> Chip::download(const Tensor& tensor) {
    auto words = tensor.to_vector<std::uint32_t>();
    times_.bytes_down += words.size() * 4;
    return words;
}

void Chip::download_pages(const Tensor& tensor, std::size_t first, std::size_t pages,
                          std::uint32_t* words) {
    const std::size_t page = tensor.buffer()->page_size();
    ttnn::copy_to_host(device_->mesh_command_queue(), tensor, reinterpret_cast<std::byte*>(words),
                       BufferRegion(first * page, pages * page));
    times_.bytes_down += pages * page;
}

const Times& Chip::finish() {
    distributed::Finish(device_->mesh_command_queue());
    return times_;
}

}  // namespace piper::chip
