// Configurations of circular buffers and the calls that change them.
#include <fmt/format.h>

#include <tt-metalium/circular_buffer.hpp>
#include <tt-metalium/circular_buffer_config.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>

#include "base/require.hpp"
#include "host/program/chip_checks.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

void check_page(uint32_t index, uint32_t total, uint32_t page) {
    if (page != 0 && total % page == 0) return;
    throw Error(Fault::cb_config,
                fmt::format("circular buffer {}: page size {} does not divide the size {}", index,
                            page, total));
}

void check_pages(const CircularBufferConfig& config) {
    for (uint8_t index : config.buffer_indices())
        if (config.page_sizes()[index])
            check_page(index, config.total_size(), *config.page_sizes()[index]);
}

Tile tile_of(const TileDescriptor& t) {
    return Tile({t.height, t.width}, t.transpose);
}

}  // namespace

CircularBufferConfig::CircularBufferConfig(uint32_t total_size) : total_size_(total_size) {}

CircularBufferConfig::CircularBufferConfig(uint32_t total_size,
                                           const std::map<uint8_t, tt::DataFormat>& formats)
    : total_size_(total_size) {
    for (const auto& [index, format] : formats) {
        add_index(index, local_);
        formats_[index] = format;
    }
}

CircularBufferConfig::CircularBufferConfig(uint32_t total_size,
                                           const std::map<uint8_t, DataType>& types)
    : total_size_(total_size) {
    for (const auto& [index, type] : types) {
        add_index(index, local_);
        formats_[index] = datatype_to_dataformat_converter(type);
    }
}

CircularBufferConfig::CircularBufferConfig(uint32_t total_size,
                                           const std::map<uint8_t, tt::DataFormat>& formats,
                                           const Buffer& buffer)
    : CircularBufferConfig(total_size, formats) {
    place_on(buffer);
    set_total_size(total_size);
}

const Buffer* CBDescriptor::backing() const {
    require(buffer == nullptr || tensor == nullptr, Fault::cb_config,
            "CBDescriptor cannot specify both buffer and tensor: one of them is below the circular "
            "buffer");
    return tensor != nullptr ? tensor->mesh_buffer().get_reference_buffer() : buffer;
}

CircularBufferConfig::CircularBufferConfig(const CBDescriptor& descriptor)
    : total_size_(descriptor.total_size) {
    const auto add = [this](const CBFormatDescriptor& f, std::unordered_set<uint8_t>& kind) {
        add_index(f.buffer_index, kind);
        formats_[f.buffer_index] = f.data_format;
        check_page(f.buffer_index, total_size_, f.page_size);
        page_sizes_[f.buffer_index] = f.page_size;
        if (f.tile) tiles_[f.buffer_index] = tile_of(*f.tile);
        faces_[f.buffer_index] = f.face_geometry;
    };
    for (const auto& f : descriptor.format_descriptors) add(f, local_);
    for (const auto& f : descriptor.remote_format_descriptors) add(f, remote_);
    const Buffer* below = descriptor.backing();
    if (below == nullptr) return;
    place_on(*below);
    set_address_offset(descriptor.address_offset);
}

void CircularBufferConfig::add_index(uint8_t index, std::unordered_set<uint8_t>& kind) {
    check_early([&](const ChipLayout& chip) { check_cb_index(chip, index); });
    indices_.insert(index);
    kind.insert(index);
}

void CircularBufferConfig::need_index(uint8_t index, const char* what) const {
    if (indices_.contains(index)) return;
    throw Error(
        Fault::cb_config,
        fmt::format("{} is set for circular buffer {}, which this configuration does not have",
                    what, index));
}

void CircularBufferConfig::place_on(const Buffer& buffer) {
    require(buffer.is_l1(), Fault::cb_config, "a circular buffer can only lie on an L1 buffer");
    address_ = buffer.address() + address_offset_;
    max_size_ = static_cast<uint32_t>(buffer.aligned_size_per_bank()) - address_offset_;
    buffer_size_ = static_cast<uint32_t>(buffer.aligned_size());
    shadow_global_buffer = &buffer;
    buffer_ = buffer.weak_from_this();
}

bool CircularBufferConfig::lost_buffer() const {
    if (!address_) return false;
    const auto held = buffer_.lock();
    return held == nullptr || !held->is_allocated();
}

CircularBufferConfig& CircularBufferConfig::set_page_size(uint8_t index, uint32_t page_size) {
    need_index(index, "a page size");
    check_page(index, total_size_, page_size);
    page_sizes_[index] = page_size;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_total_size(uint32_t total_size) {
    if (address_ && total_size > max_size_)
        throw Error(
            Fault::cb_config,
            fmt::format("a circular buffer of {} bytes does not fit on an L1 buffer that has "
                        "{} bytes on each core",
                        total_size, max_size_));
    require(total_size != 0, Fault::cb_config, "a circular buffer must not be empty");
    total_size_ = total_size;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_tile_dims(uint8_t index, const Tile& tile) {
    need_index(index, "a tile");
    tiles_[index] = tile;
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_unpack_face_geometry(uint8_t index,
                                                                     uint32_t face_r_dim,
                                                                     uint32_t num_faces) {
    need_index(index, "a face geometry");
    require(face_r_dim > 0 && face_r_dim <= constants::FACE_HEIGHT && num_faces > 0,
            Fault::cb_config, "{} faces of {} rows are not possible", num_faces, face_r_dim);
    faces_[index] = FaceGeometry{face_r_dim, num_faces};
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address(const Buffer& buffer) {
    place_on(buffer);
    return *this;
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address_and_total_size(
    const Buffer& buffer, uint32_t total_size) {
    place_on(buffer);
    return set_total_size(total_size);
}

void CircularBufferConfig::set_address_offset(uint32_t offset) {
    check_early([&](const ChipLayout& chip) { check_cb_offset(chip, offset); });
    address_offset_ = offset;
    if (shadow_global_buffer != nullptr) place_on(*shadow_global_buffer);
}

CircularBufferConfig::Builder CircularBufferConfig::index(uint8_t buffer_index) {
    return Builder::LocalBuilder(*this, buffer_index);
}

CircularBufferConfig::Builder CircularBufferConfig::remote_index(uint8_t buffer_index) {
    return Builder::RemoteBuilder(*this, buffer_index);
}

using Builder = CircularBufferConfig::Builder;

Builder Builder::LocalBuilder(CircularBufferConfig& parent, uint8_t index) {
    parent.add_index(index, parent.local_);
    return {parent, index};
}

Builder Builder::RemoteBuilder(CircularBufferConfig& parent, uint8_t index) {
    parent.add_index(index, parent.remote_);
    return {parent, index};
}

const Builder& Builder::set_data_format(tt::DataFormat data_format) const {
    parent_->formats_[index_] = data_format;
    return *this;
}

const Builder& Builder::set_total_size(uint32_t total_size) const {
    parent_->set_total_size(total_size);
    return *this;
}

const Builder& Builder::set_page_size(uint32_t page_size) const {
    parent_->set_page_size(index_, page_size);
    return *this;
}

const Builder& Builder::set_tile_dims(const Tile& tile) const {
    parent_->set_tile_dims(index_, tile);
    return *this;
}

bool operator==(const CircularBufferConfig& a, const CircularBufferConfig& b) {
    return a.total_size_ == b.total_size_ && a.address_ == b.address_ && a.local_ == b.local_ &&
           a.remote_ == b.remote_ && a.formats_ == b.formats_ && a.page_sizes_ == b.page_sizes_ &&
           a.tiles_ == b.tiles_ && a.faces_ == b.faces_;
}

// ---- circular buffers of a program -----------------------------------------------------------

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& core_spec,
                              const CircularBufferConfig& config) {
    Lock lock;
    ProgramState& p = program.state();
    if (!config.remote_buffer_indices().empty())
        throw Error(Fault::not_modelled, "remote circular buffers are not modelled");
    auto cb = std::make_shared<CbRecord>();
    cb->config = config;
    check_pages(config);
    cb->cores = cores_of(core_spec);
    cb->mask = need_on_grid(cb->cores, "a circular buffer");
    for (const auto& other : p.cbs)
        for (uint8_t index : config.buffer_indices())
            if (other->config.buffer_indices().contains(index) && (other->mask & cb->mask).any())
                throw Error(Fault::cb_config,
                            fmt::format("circular buffer {} is configured twice on a core", index),
                            {},
                            fmt::format("on {} and on {}", other->cores.str(), cb->cores.str()));
    cb->id = p.cbs.size();
    p.cbs.push_back(cb);
    p.compiled.clear();
    return cb->id;
}

const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle handle) {
    return program.state().cb(handle).config;
}

void UpdateCircularBufferTotalSize(Program& program, CBHandle handle, uint32_t total_size) {
    CircularBufferConfig& config = program.state().cb(handle).config;
    CircularBufferConfig changed = config;
    check_pages(changed.set_total_size(total_size));
    config = changed;
}

void UpdateCircularBufferPageSize(Program& program, CBHandle handle, uint8_t index,
                                  uint32_t page_size) {
    program.state().cb(handle).config.set_page_size(index, page_size);
    program.state().compiled.clear();
}

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const Buffer& buffer) {
    UpdateDynamicCircularBufferAddress(program, handle, buffer, 0);
}

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const Buffer& buffer,
                                        uint32_t address_offset) {
    CircularBufferConfig& config = program.state().cb(handle).config;
    CircularBufferConfig changed = config;
    changed.set_globally_allocated_address(buffer);
    changed.set_address_offset(address_offset);
    config = changed.set_total_size(changed.total_size());
}

void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle handle,
                                                    const Buffer& buffer, uint32_t total_size) {
    CircularBufferConfig& config = program.state().cb(handle).config;
    CircularBufferConfig changed = config;
    check_pages(changed.set_globally_allocated_address_and_total_size(buffer, total_size));
    config = changed;
}

CircularBuffer::CircularBuffer(std::shared_ptr<const CbRecord> record)
    : record_(std::move(record)) {}
CBHandle CircularBuffer::id() const {
    return record_->id;
}
const CoreRangeSet& CircularBuffer::core_ranges() const {
    return record_->cores;
}
std::size_t CircularBuffer::size() const {
    return record_->config.total_size();
}
bool CircularBuffer::globally_allocated() const {
    return record_->config.dynamic_cb();
}
uint32_t CircularBuffer::address() const {
    return record_->address;
}

const std::unordered_set<uint8_t>& CircularBuffer::buffer_indices() const {
    return record_->config.buffer_indices();
}

uint32_t CircularBuffer::page_size(uint32_t index) const {
    return record_->config.page_sizes().at(index).value();
}

uint32_t CircularBuffer::num_pages(uint32_t index) const {
    return record_->config.total_size() / page_size(index);
}

DataFormat CircularBuffer::data_format(uint32_t index) const {
    return record_->config.data_formats().at(index).value();
}

}  // namespace tt::tt_metal
