// Tensors by their shards: which cores should work on them, and writes to some of them.
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/distributed.hpp>

#include "bind/bind.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;

namespace {

using Pages = UncompressedBufferPageMapping;

bool has_data(const std::vector<std::uint32_t>& pages) {
    return std::ranges::any_of(pages, [](std::uint32_t page) { return page != Pages::PADDING; });
}

// In L1 the cores that hold a shard, in DRAM the workers that are nearest to its banks.
std::vector<CoreCoord> workers_of_shards(const Tensor& tensor, NOC noc) {
    TT_FATAL(tensor.storage_type() == StorageType::DEVICE,
             "Tensor must be on device to compute optimal worker cores");
    TT_FATAL(tensor.is_sharded(), "Tensor must be sharded to compute optimal worker cores");
    const Buffer& buffer = *tensor.buffer();
    const Pages mapping = generate_buffer_page_mapping(buffer);
    std::vector<CoreCoord> nearest;
    if (buffer.is_dram())
        nearest = tensor.device()->get_optimal_dram_bank_to_logical_worker_assignment(noc);
    std::vector<CoreCoord> workers;
    for (std::size_t i = 0; i < mapping.all_cores.size(); i++)
        if (has_data(mapping.core_host_page_indices[i]))
            workers.push_back(buffer.is_dram() ? nearest.at(mapping.all_cores[i].x)
                                               : mapping.all_cores[i]);
    return workers;
}

// All bytes of a device tensor, page by page.
class RawTensor {
 public:
    RawTensor(const Tensor& tensor, std::optional<QueueId> queue)
        : tensor_(tensor),
          queue_(tensor.device()->mesh_command_queue(raw_optional(queue))),
          bytes_(tensor.buffer()->size()) {
        copy_to_host(queue_, tensor_, bytes_.data());
    }
    std::byte* page(std::uint32_t index) {
        return bytes_.data() + index * tensor_.buffer()->page_size();
    }
    void write() { copy_to_device(queue_, bytes_.data(), tensor_); }

 private:
    Tensor tensor_;
    tt::tt_metal::distributed::MeshCommandQueue& queue_;
    std::vector<std::byte> bytes_;
};

// Pages keep what they had where no core of the filter holds them.
void copy_partial(const Tensor& host, const Tensor& device, const CoreRangeSet& filter,
                  std::optional<QueueId> queue) {
    TT_FATAL(device.is_sharded(),
             "copy_host_to_device_tensor_partial: the device tensor must be sharded");
    if (filter.empty()) return;
    Tensor whole = create_device_tensor(device.tensor_spec(), device.device());
    copy_to_device(host, whole, queue);
    RawTensor from(whole, queue), to(device, queue);
    const std::size_t size = device.buffer()->page_size();
    const Pages mapping = generate_buffer_page_mapping(*device.buffer());
    for (std::size_t i = 0; i < mapping.all_cores.size(); i++)
        if (filter.contains(mapping.all_cores[i]))
            for (const std::uint32_t page : mapping.core_host_page_indices[i])
                if (page != Pages::PADDING) std::copy_n(from.page(page), size, to.page(page));
    to.write();
}

void bind_shards(py::module_& m, py::module_&) {
    m.def("get_optimal_worker_cores_for_sharded_tensor", &workers_of_shards, py::arg("tensor"),
          py::arg("noc") = NOC::NOC_0);
    m.def("copy_host_to_device_tensor_partial", &copy_partial, py::arg("host_tensor"),
          py::arg("device_tensor"), py::arg("logical_core_filter"), none("cq_id"),
          py::call_guard<py::gil_scoped_release>());
}

const Family kShards(bind_shards);

}  // namespace
}  // namespace ttnn::python
