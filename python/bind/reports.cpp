// What a device's memory holds: buffers and their pages.
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "bind/bind.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;

namespace {

struct BufferInfo {
    std::uint32_t device_id;
    std::uint64_t address, max_size_per_bank;
    BufferType buffer_type;
    TensorMemoryLayout buffer_layout;
};

struct PageInfo {
    std::uint32_t device_id;
    std::uint64_t address, core_y, core_x, bank_id, page_index, page_address, page_size;
    BufferType buffer_type;
};

// In the order of their addresses. A tensor on a mesh has several that name the same memory.
std::vector<Buffer*> buffers_of(const MeshDevice& device) {
    const auto all = device.allocator()->get_allocated_buffers();
    std::vector<Buffer*> sorted(all.begin(), all.end());
    const auto place = [](const Buffer* b) { return std::pair(b->buffer_type(), b->address()); };
    std::ranges::sort(sorted, {}, place);
    const auto repeated = std::ranges::unique(sorted, {}, place);
    sorted.erase(repeated.begin(), repeated.end());
    return sorted;
}

BufferInfo info_of(const MeshDevice& device, const Buffer& buffer) {
    return {static_cast<std::uint32_t>(device.id()), buffer.address(),
            buffer.aligned_size_per_bank(), buffer.buffer_type(), buffer.buffer_layout()};
}

PageInfo page_of(const MeshDevice& device, const Buffer& buffer, std::uint32_t bank,
                 std::uint64_t index, std::uint64_t address) {
    const CoreCoord core = device.allocator()->get_logical_core_from_bank_id(bank);
    const CoreCoord at = buffer.is_dram() ? CoreCoord(bank, 0) : core;
    return {static_cast<std::uint32_t>(device.id()),
            buffer.address(),
            at.y,
            at.x,
            bank,
            index,
            address,
            buffer.page_size(),
            buffer.buffer_type()};
}

void add_interleaved(std::vector<PageInfo>& to, const MeshDevice& device, const Buffer& buffer) {
    const std::uint32_t banks = device.allocator()->get_num_banks(buffer.buffer_type());
    for (std::uint32_t page = 0; page < buffer.num_pages(); page++)
        to.push_back(page_of(device, buffer, page % banks, page,
                             buffer.address() + page / banks * buffer.aligned_page_size()));
}

void add_sharded(std::vector<PageInfo>& to, const MeshDevice& device, const Buffer& buffer) {
    const auto mapping = generate_buffer_page_mapping(buffer);
    for (std::size_t i = 0; i < mapping.all_cores.size(); i++) {
        const auto& banks = device.allocator()->get_bank_ids_from_logical_core(
            buffer.buffer_type(), mapping.all_cores[i]);
        std::uint64_t address = buffer.address();
        for (const std::uint32_t page : mapping.core_host_page_indices[i]) {
            if (page != UncompressedBufferPageMapping::PADDING)
                to.push_back(page_of(device, buffer, banks.at(0), page, address));
            address += buffer.aligned_page_size();
        }
    }
}

std::vector<PageInfo> pages_of(const MeshDevice& device) {
    std::vector<PageInfo> pages;
    for (const Buffer* buffer : buffers_of(device))
        (is_sharded(buffer->buffer_layout()) ? add_sharded : add_interleaved)(pages, device,
                                                                              *buffer);
    return pages;
}

template <typename T>
std::vector<T> of_all(const std::vector<MeshDevice*>& devices,
                      std::vector<T> (*of_one)(const MeshDevice&)) {
    std::vector<T> all;
    for (const MeshDevice* device : devices)
        std::ranges::copy(of_one(*device), std::back_inserter(all));
    return all;
}

std::vector<BufferInfo> infos_of(const MeshDevice& device) {
    std::vector<BufferInfo> infos;
    for (const Buffer* buffer : buffers_of(device)) infos.push_back(info_of(device, *buffer));
    return infos;
}

void bind_reports(py::module_& m, py::module_&) {
    py::module_ reports = m.def_submodule("reports");
    py::class_<BufferInfo>(reports, "BufferInfo")
        .def_readonly("device_id", &BufferInfo::device_id)
        .def_readonly("address", &BufferInfo::address)
        .def_readonly("max_size_per_bank", &BufferInfo::max_size_per_bank)
        .def_readonly("buffer_type", &BufferInfo::buffer_type)
        .def_readonly("buffer_layout", &BufferInfo::buffer_layout);
    py::class_<PageInfo>(reports, "BufferPageInfo")
        .def_readonly("device_id", &PageInfo::device_id)
        .def_readonly("address", &PageInfo::address)
        .def_readonly("core_y", &PageInfo::core_y)
        .def_readonly("core_x", &PageInfo::core_x)
        .def_readonly("bank_id", &PageInfo::bank_id)
        .def_readonly("page_index", &PageInfo::page_index)
        .def_readonly("page_address", &PageInfo::page_address)
        .def_readonly("page_size", &PageInfo::page_size)
        .def_readonly("buffer_type", &PageInfo::buffer_type);
    reports.def("get_buffers", &infos_of);
    reports.def("get_buffers",
                [](const std::vector<MeshDevice*>& d) { return of_all(d, &infos_of); });
    reports.def("get_buffer_pages", &pages_of);
    reports.def("get_buffer_pages",
                [](const std::vector<MeshDevice*>& d) { return of_all(d, &pages_of); });
}

const Family kReports(bind_reports);

}  // namespace
}  // namespace ttnn::python
