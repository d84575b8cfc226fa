// Dataflow buffers: what circular buffers are called in this form of the API.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/advanced_options.hpp>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt-metalium/experimental/metal2_host_api/tensor_parameter.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/table.hpp>
#include <tt-metalium/face_geometry.hpp>
#include <tt-metalium/tile.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <tt_stl/strong_type.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

struct DataflowBufferSpec {
    DFBSpecName unique_id;
    uint32_t entry_size = 0;  // bytes
    uint32_t num_entries = 0;
    std::optional<tt::DataFormat> data_format_metadata = std::nullopt;
    std::optional<Tile> tile_format_metadata = std::nullopt;
    std::optional<FaceGeometry> unpack_face_geometry_metadata = std::nullopt;
    std::optional<TensorParamName> borrowed_from = std::nullopt;  // on that tensor's memory
    DFBAdvancedOptions advanced_options;
};

struct CrossNodeDataflowBufferSpec {
    using ProducerNode = NodeCoord;
    using ConsumerNode = NodeCoord;
    using ProducerConsumerMap = Table<ProducerNode, ConsumerNode>;

    DataflowBufferSpec dfb_spec;
    ProducerConsumerMap producer_consumer_map;
};

}  // namespace tt::tt_metal::experimental
