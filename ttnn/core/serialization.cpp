// Tensors in files: eight bytes of magic, a version, the size of a JSON header, the header, the
// data of the shards. Numbers are little-endian. Files are taken for hostile: every size is checked
// against the file before it is used.
#include "ttnn/tensor/serialization.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/json.hpp>

namespace ttnn {

using namespace tt::tt_metal;
using nlohmann::json;

namespace {

constexpr std::array<char, 8> kMagic = {'I', 'R', 'O', 'N', 'T', 'N', 'S', 'R'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMostHeader = 16 << 20;
constexpr std::size_t kMostRank = 16;

struct Start {
    std::array<char, 8> magic = kMagic;
    std::uint32_t version = kVersion;
    std::uint32_t header_bytes = 0;
};
static_assert(sizeof(Start) == 16);

void need_name(const std::string& file) {
    TT_FATAL(file.ends_with(".tensorbin"), "a tensor's file name ends in .tensorbin, not {}", file);
}

json describe(const TensorSpec& spec) {
    json out;
    out["shape"] =
        std::vector<std::uint32_t>(spec.logical_shape().cbegin(), spec.logical_shape().cend());
    out["dtype"] = static_cast<int>(spec.data_type());
    out["layout"] = static_cast<int>(spec.layout());
    if (spec.layout() == Layout::TILE)
        out["tile"] = {spec.tile().get_height(), spec.tile().get_width()};
    out["memory"] = ttsl::json::to_json(spec.memory_config());
    return out;
}

// A number in [0, limit); anything else is refused by the name of its field.
std::uint64_t number(const json& value, std::uint64_t limit, const char* name) {
    TT_FATAL(value.is_number_unsigned() && value.get<std::uint64_t>() < limit,
             "tensor file: {} is {}, it must be a number below {}", name, value.dump(), limit);
    return value.get<std::uint64_t>();
}

const json& field(const json& object, const char* name) {
    TT_FATAL(object.is_object() && object.contains(name), "tensor file: the header has no {}",
             name);
    return object[name];
}

tt::tt_metal::Shape read_shape(const json& dims, std::uint64_t most_elements) {
    TT_FATAL(dims.is_array() && dims.size() <= kMostRank,
             "tensor file: the shape is no list of at most {} dimensions", kMostRank);
    ttsl::SmallVector<std::uint32_t> shape;
    std::uint64_t volume = 1;
    for (const json& dim : dims) {
        shape.push_back(static_cast<std::uint32_t>(number(dim, 1ull << 32, "a dimension")));
        TT_FATAL(shape.back() == 0 || volume <= most_elements / shape.back(),
                 "tensor file: a shape of {} does not fit the file", dims.dump());
        volume *= shape.back();
    }
    return tt::tt_metal::Shape(shape);
}

TensorSpec read_spec(const json& header, std::uint64_t data_bytes) {
    // The densest format has two elements in a byte.
    const auto shape = read_shape(field(header, "shape"), 2 * data_bytes + 1);
    const auto dtype = static_cast<DataType>(
        number(field(header, "dtype"), static_cast<int>(DataType::INVALID), "dtype"));
    const auto layout = static_cast<Layout>(number(field(header, "layout"), 2, "layout"));
    std::optional<Tile> tile;
    if (layout == Layout::TILE) {
        const json& sides = field(header, "tile");
        TT_FATAL(sides.is_array() && sides.size() == 2, "tensor file: tile is no pair of sides");
        tile = Tile({static_cast<std::uint32_t>(number(sides[0], 33, "tile")),
                     static_cast<std::uint32_t>(number(sides[1], 33, "tile"))});
    }
    const auto memory = ttsl::json::from_json<MemoryConfig>(field(header, "memory"));
    return {shape, TensorLayout(dtype, PageConfig(layout, tile), memory)};
}

class File {
 public:
    explicit File(const std::string& name) : name_(name), in_(name, std::ios::binary) {
        TT_FATAL(in_.is_open(), "Unable to load the tensor from {}: it cannot be opened", name);
        in_.seekg(0, std::ios::end);
        bytes_ = static_cast<std::uint64_t>(in_.tellg());
        in_.seekg(0);
    }

    std::uint64_t bytes() const { return bytes_; }
    void read(void* to, std::uint64_t at, std::uint64_t bytes) {
        TT_FATAL(at <= bytes_ && bytes <= bytes_ - at, "tensor file {}: it ends too early", name_);
        in_.seekg(static_cast<std::streamoff>(at));
        in_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
        TT_FATAL(in_.good() || bytes == 0, "Unable to load the tensor from {}: reading failed",
                 name_);
    }

 private:
    std::string name_;
    std::ifstream in_;
    std::uint64_t bytes_ = 0;
};

// The buffer of one shard; its element type is that of the tensor.
HostBuffer read_shard(File& file, const TensorSpec& spec, std::uint64_t at, std::uint64_t bytes) {
    const std::uint64_t want = spec.compute_packed_buffer_size_bytes();
    TT_FATAL(bytes == want, "tensor file: a shard has {} bytes where its spec needs {}", bytes,
             want);
    TT_FATAL(at <= file.bytes() && bytes <= file.bytes() - at,
             "tensor file: a shard lies beyond the end of the file");
    HostTensor tensor = HostTensor::allocate_for_overwrite(spec);
    HostBuffer buffer = host_buffer::get_host_buffer(tensor);
    auto view = buffer.view_bytes();
    TT_FATAL(view.size() >= bytes, "tensor file: a shard does not fit its tensor");
    file.read(view.data(), at, bytes);
    return buffer;
}

tt::tt_metal::distributed::MeshCoordinate coordinate(
    const json& numbers, const tt::tt_metal::distributed::MeshShape& mesh) {
    TT_FATAL(numbers.is_array() && numbers.size() == mesh.dims(),
             "tensor file: a shard's place has not the mesh's dimensions");
    ttsl::SmallVector<std::uint32_t> coord;
    for (std::size_t i = 0; i < numbers.size(); i++)
        coord.push_back(static_cast<std::uint32_t>(
            number(numbers[i], mesh[static_cast<int>(i)], "a shard's place")));
    return tt::tt_metal::distributed::MeshCoordinate(coord);
}

tt::tt_metal::distributed::MeshShape mesh_shape(const json& dims) {
    TT_FATAL(dims.is_array() && !dims.empty() && dims.size() <= 4,
             "tensor file: mesh is no list of dimensions");
    ttsl::SmallVector<std::uint32_t> shape;
    for (const json& dim : dims) {
        shape.push_back(static_cast<std::uint32_t>(number(dim, 4097, "mesh")));
        TT_FATAL(shape.back() > 0, "tensor file: a mesh has no dimension of 0");
    }
    std::uint64_t volume = 1;
    for (const std::uint32_t dim : shape) volume *= dim;
    TT_FATAL(volume <= 65536, "tensor file: a mesh of {} devices", volume);
    return tt::tt_metal::distributed::MeshShape(shape);
}

HostTensor read_tensor(File& file, const json& header, std::uint64_t data) {
    const TensorSpec spec = read_spec(header, file.bytes() - data);
    const tt::tt_metal::distributed::MeshShape mesh = mesh_shape(field(header, "mesh"));
    const json& shards = field(header, "shards");
    TT_FATAL(shards.is_array() && !shards.empty() && shards.size() <= mesh.mesh_size(),
             "tensor file: {} shards for a mesh of {}", shards.size(), mesh.mesh_size());
    auto buffers = DistributedHostBuffer::create(mesh);
    for (const json& shard : shards) {
        const auto at = coordinate(field(shard, "place"), mesh);
        const std::uint64_t offset = number(field(shard, "offset"), file.bytes() + 1, "offset");
        const std::uint64_t bytes = number(field(shard, "bytes"), file.bytes() + 1, "bytes");
        HostBuffer buffer = read_shard(file, spec, data + offset, bytes);
        buffers.emplace_shard(at, [&] { return buffer; });
    }
    return host_tensor_from_buffer_with_topology(
        std::move(buffers), spec, TensorTopology::create_fully_replicated_tensor_topology(mesh));
}

}  // namespace

void dump_tensor_flatbuffer(const std::string& file_name, const Tensor& tensor, DumpTensorMode) {
    need_name(file_name);
    const Tensor host = tensor.cpu();
    const DistributedHostBuffer& buffers = host.host_tensor().buffer();
    json header = describe(host.tensor_spec());
    header["mesh"] = std::vector<std::uint32_t>(buffers.shape().cbegin(), buffers.shape().cend());
    std::vector<HostBuffer> data;
    std::uint64_t offset = 0;
    for (const auto& coord : buffers.shard_coords()) {
        const auto shard = buffers.get_shard(coord);
        if (!shard) continue;
        const std::uint64_t bytes = shard->view_bytes().size();
        header["shards"].push_back(
            {{"place", std::vector<std::uint32_t>(coord.coords().begin(), coord.coords().end())},
             {"offset", offset},
             {"bytes", bytes}});
        offset += bytes;
        data.push_back(*shard);
    }
    const std::string text = header.dump();
    Start start;
    start.header_bytes = static_cast<std::uint32_t>(text.size());
    std::ofstream out(file_name, std::ios::binary);
    TT_FATAL(out.is_open(), "Cannot open {} for writing a tensor", file_name);
    out.write(reinterpret_cast<const char*>(&start), sizeof(start));
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    for (const HostBuffer& buffer : data) {
        const auto view = buffer.view_bytes();
        out.write(reinterpret_cast<const char*>(view.data()),
                  static_cast<std::streamsize>(view.size()));
    }
    out.flush();
    TT_FATAL(out.good(), "writing a tensor to {} failed", file_name);
}

Tensor load_tensor_flatbuffer(const std::string& file_name,
                              tt::tt_metal::distributed::MeshDevice* device) {
    need_name(file_name);
    File file(file_name);
    Start start;
    file.read(&start, 0, sizeof(start));
    TT_FATAL(start.magic == kMagic,
             "Unable to load the tensor from {}: it is no tensor file of ours (files that upstream "
             "wrote are not read)",
             file_name);
    TT_FATAL(start.version == kVersion,
             "Unable to load the tensor from {}: its version is {}, this program reads {}",
             file_name, start.version, kVersion);
    TT_FATAL(start.header_bytes <= kMostHeader && start.header_bytes <= file.bytes(),
             "Unable to load the tensor from {}: a header of {} bytes", file_name,
             start.header_bytes);
    std::string text(start.header_bytes, '\0');
    file.read(text.data(), sizeof(start), text.size());
    const json header = json::parse(text, nullptr, false);
    TT_FATAL(!header.is_discarded(), "Unable to load the tensor from {}: its header is no JSON",
             file_name);
    const Tensor host(read_tensor(file, header, sizeof(start) + text.size()));
    return device != nullptr ? host.to_device(device) : host;
}

}  // namespace ttnn
