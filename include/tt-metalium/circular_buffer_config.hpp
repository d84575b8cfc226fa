// Size, indices, formats and page sizes of a circular buffer.
#pragma once

#include <tt-metalium/circular_buffer_constants.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/circular_buffer.hpp>
#include <tt-metalium/data_types.hpp>
#include <tt-metalium/face_geometry.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tile.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <unordered_set>

namespace tt::tt_metal {

class MeshTensor;

class CircularBufferConfig {
 public:
    template <class T>
    using PerIndex = std::array<std::optional<T>, NUM_CIRCULAR_BUFFERS>;

    CircularBufferConfig(uint32_t total_size);
    CircularBufferConfig(uint32_t total_size, const std::map<uint8_t, tt::DataFormat>& formats);
    CircularBufferConfig(uint32_t total_size, const std::map<uint8_t, DataType>& types);
    // On top of an L1 buffer.
    CircularBufferConfig(uint32_t total_size, const std::map<uint8_t, tt::DataFormat>& formats,
                         const Buffer& buffer);
    CircularBufferConfig(const CBDescriptor& descriptor);

    CircularBufferConfig& set_page_size(uint8_t buffer_index, uint32_t page_size);
    CircularBufferConfig& set_total_size(uint32_t total_size);
    CircularBufferConfig& set_tile_dims(uint8_t buffer_index, const Tile& tile);
    CircularBufferConfig& set_unpack_face_geometry(uint8_t buffer_index, uint32_t face_r_dim,
                                                   uint32_t num_faces);
    CircularBufferConfig& set_globally_allocated_address(const Buffer& buffer);
    CircularBufferConfig& set_globally_allocated_address_and_total_size(const Buffer& buffer,
                                                                        uint32_t total_size);
    // On top of the buffer that a tensor has on each device.
    CircularBufferConfig& set_globally_allocated_address(const MeshTensor& tensor);
    CircularBufferConfig& set_globally_allocated_address_and_total_size(const MeshTensor& tensor,
                                                                        uint32_t total_size);
    void set_address_offset(uint32_t offset);

    uint32_t total_size() const { return total_size_; }
    std::optional<uint32_t> globally_allocated_address() const { return address_; }
    uint32_t address_offset() const { return address_offset_; }
    bool dynamic_cb() const { return address_.has_value(); }
    uint32_t max_size() const { return max_size_; }        // of one core's part of the buffer
    uint32_t buffer_size() const { return buffer_size_; }  // of the whole buffer

    const std::unordered_set<uint8_t>& buffer_indices() const { return indices_; }
    const std::unordered_set<uint8_t>& local_buffer_indices() const { return local_; }
    const std::unordered_set<uint8_t>& remote_buffer_indices() const { return remote_; }
    const PerIndex<tt::DataFormat>& data_formats() const { return formats_; }
    const PerIndex<uint32_t>& page_sizes() const { return page_sizes_; }
    const PerIndex<Tile>& tiles() const { return tiles_; }
    const PerIndex<FaceGeometry>& unpack_face_geometry() const { return faces_; }

    // One index at a time: config.index(0).set_data_format(…).set_page_size(…).
    class Builder {
     public:
        static Builder LocalBuilder(CircularBufferConfig& parent, uint8_t buffer_index);
        static Builder RemoteBuilder(CircularBufferConfig& parent, uint8_t buffer_index);

        const Builder& set_data_format(tt::DataFormat data_format) const;
        const Builder& set_total_size(uint32_t total_size) const;
        const Builder& set_page_size(uint32_t page_size) const;
        const Builder& set_tile_dims(const Tile& tile) const;

     private:
        Builder(CircularBufferConfig& parent, uint8_t index) : parent_(&parent), index_(index) {}

        CircularBufferConfig* parent_;
        uint8_t index_;
    };

    Builder index(uint8_t buffer_index);
    Builder remote_index(uint8_t buffer_index);

    const Buffer* shadow_global_buffer = nullptr;
    // True if the L1 buffer below has gone away.
    bool lost_buffer() const;

    friend bool operator==(const CircularBufferConfig&, const CircularBufferConfig&);

 private:
    void add_index(uint8_t index, std::unordered_set<uint8_t>& kind);
    void need_index(uint8_t index, const char* what) const;
    void place_on(const Buffer& buffer);

    uint32_t total_size_ = 0;
    std::optional<uint32_t> address_;
    std::weak_ptr<const Buffer> buffer_;
    uint32_t address_offset_ = 0, max_size_ = 0, buffer_size_ = 0;
    std::unordered_set<uint8_t> indices_, local_, remote_;
    PerIndex<tt::DataFormat> formats_;
    PerIndex<uint32_t> page_sizes_;
    PerIndex<Tile> tiles_;
    PerIndex<FaceGeometry> faces_;
};

bool operator==(const CircularBufferConfig& a, const CircularBufferConfig& b);

}  // namespace tt::tt_metal
