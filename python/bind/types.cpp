// Enumerations and value classes: shapes, cores, tiles, shards, memory configurations, specs.
#include <sstream>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/tile.hpp>
#include <tt_stl/reflection.hpp>

#include "bind/bind.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/tensor/serialization.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;
namespace unary_ops = operations::unary;

namespace {

template <typename T>
std::string text_of(const T& value) {
    std::ostringstream os;
    os << value;
    return os.str();
}

std::string rename_buffer_type(std::string_view name) {
    return name == "SYSTEM_MEMORY" ? std::string() : std::string(name);
}

// ACCURATE_FAST_EXP is AccurateFastExp in Python, with the exception of one whole name.
std::string camel_case(std::string_view name) {
    if (name == "ACCURATE_FAST_EXP") return "AccurateWithFastExp";
    std::string text;
    bool first = true;
    for (const char c : name) {
        if (c != '_') text += first ? c : static_cast<char>(std::tolower(c));
        first = c == '_';
    }
    return text;
}

void bind_enums(py::module_& m) {
    bind_enum<DataType>(m, "DataType");
    bind_enum<Layout>(m, "Layout");
    bind_enum<StorageType>(m, "StorageType");
    bind_enum<TensorMemoryLayout>(m, "TensorMemoryLayout");
    bind_enum<BufferType>(m, "BufferType", rename_buffer_type);
    bind_enum<ShardOrientation>(m, "ShardOrientation");
    bind_enum<ShardDistributionStrategy>(m, "ShardDistributionStrategy");
    bind_enum<TensorSpec::ShardShapeAlignment>(m, "ShardShapeAlignment");
    bind_enum<tt::tt_metal::MathFidelity>(m, "MathFidelity");
    bind_enum<DumpTensorMode>(m, "DumpTensorMode");
    bind_enum<tt::ARCH>(m, "Arch", [](std::string_view name) {
        return name == "GRAYSKULL" || name == "Invalid" ? std::string() : std::string(name);
    });
    bind_enum<ClusterType>(m, "ClusterType");
    bind_enum<DispatchCoreType>(m, "DispatchCoreType", not_count);
    bind_enum<DispatchCoreAxis>(m, "DispatchCoreAxis", not_count);
    bind_enum<unary_ops::UnaryOpType>(m, "UnaryOpType");
    bind_enum<unary_ops::GeluVariant>(m, "GeluVariant", camel_case);
    bind_enum<unary_ops::SigmoidMode>(m, "SigmoidMode", camel_case);
    bind_enum<operations::compute_throttle_utils::ThrottleLevel>(m, "ThrottleLevel");
    bind_enum<DataMovementProcessor>(m, "DataMovementProcessor");
    bind_enum<NOC>(m, "NOC", nullptr, {{"NOC_0", 0}, {"NOC_1", 1}});
    bind_enum<NOC_MODE>(m, "NOC_MODE");
    bind_enum<tt::tt_metal::UnpackToDestMode>(m, "UnpackToDestMode");
}

void bind_shape(py::module_& m) {
    py::class_<Shape> shape(m, "Shape");
    shape
        .def(py::init([](const std::vector<std::int64_t>& dims) {
            Shape::Container values;
            for (const std::int64_t dim : dims) {
                if (dim < 0 || dim > UINT32_MAX)
                    throw py::value_error("Shape: a dimension is " + std::to_string(dim));
                values.push_back(static_cast<std::uint32_t>(dim));
            }
            return Shape(values);
        }))
        .def("__len__", &Shape::rank)
        .def("__getitem__",
             [](const Shape& self, std::int64_t i) {
                 const auto rank = static_cast<std::int64_t>(self.rank());
                 if (i < -rank || i >= rank) throw py::index_error("Shape index out of range");
                 return self[static_cast<std::int32_t>(i)];
             })
        .def("__getitem__",
             [](const Shape& self, const py::slice& range) {
                 return py::list(
                     py::cast(std::vector<std::uint32_t>(self.cbegin(), self.cend())))[range];
             })
        .def("__iter__",
             [](const Shape& self) {
                 return py::iter(py::cast(std::vector<std::uint32_t>(self.cbegin(), self.cend())));
             })
        .def(
            "__eq__", [](const Shape& a, const Shape& b) { return a == b; }, py::is_operator())
        .def(
            "__ne__", [](const Shape& a, const Shape& b) { return !(a == b); }, py::is_operator())
        .def("__hash__", [](const Shape& self) { return std::hash<Shape>{}(self); })
        .def("__repr__", &text_of<Shape>)
        .def_property_readonly("rank", &Shape::rank)
        .def("volume", &Shape::volume)
        .def("to_rank", &Shape::to_rank, py::arg("new_rank"));
    py::implicitly_convertible<py::list, Shape>();
    py::implicitly_convertible<py::tuple, Shape>();
}

void bind_core_coord(py::module_& m) {
    py::class_<CoreCoord> coord(m, "CoreCoord");
    coord.def(py::init<std::size_t, std::size_t>(), py::arg("x"), py::arg("y"))
        .def(py::init([](const std::array<std::size_t, 2>& xy) { return CoreCoord(xy[0], xy[1]); }))
        .def_property(
            "x", [](const CoreCoord& c) { return c.x; },
            [](CoreCoord& c, std::size_t x) { c.x = x; })
        .def_property(
            "y", [](const CoreCoord& c) { return c.y; },
            [](CoreCoord& c, std::size_t y) { c.y = y; })
        .def(
            "__eq__", [](const CoreCoord& a, const CoreCoord& b) { return a == b; },
            py::is_operator())
        .def(
            "__lt__", [](const CoreCoord& a, const CoreCoord& b) { return a < b; },
            py::is_operator())
        .def("__hash__", [](const CoreCoord& c) { return c.x * 65537 + c.y; })
        .def("__iter__", [](const CoreCoord& c) { return py::iter(py::make_tuple(c.x, c.y)); })
        .def("__repr__", [](const CoreCoord& c) { return "CoreCoord" + c.str(); })
        .def("str", &CoreCoord::str);
    add_json(coord);
    py::implicitly_convertible<py::tuple, CoreCoord>();
    py::implicitly_convertible<py::list, CoreCoord>();
}

void bind_cores(py::module_& m) {
    bind_core_coord(m);
    py::class_<CoreRange> range(m, "CoreRange");
    range.def(py::init<const CoreCoord&, const CoreCoord&>(), py::arg("start"), py::arg("end"))
        .def_readonly("start", &CoreRange::start_coord)
        .def_readonly("end", &CoreRange::end_coord)
        .def("grid_size", &CoreRange::grid_size)
        .def("size", &CoreRange::size)
        .def("contains", py::overload_cast<const CoreCoord&>(&CoreRange::contains, py::const_))
        .def("contains", py::overload_cast<const CoreRange&>(&CoreRange::contains, py::const_))
        .def("contains", py::overload_cast<const CoreRangeSet&>(&CoreRange::contains, py::const_))
        .def(
            "__eq__", [](const CoreRange& a, const CoreRange& b) { return a == b; },
            py::is_operator())
        .def("__hash__", [](const CoreRange& r) { return std::hash<CoreRange>{}(r); })
        .def("__repr__", &text_of<CoreRange>);
    add_json(range);

    py::class_<CoreRangeSet> set(m, "CoreRangeSet");
    set.def(py::init<>())
        .def(py::init<const CoreRange&>())
        .def(py::init([](const std::vector<CoreRange>& ranges) {
            return CoreRangeSet(std::vector<CoreRange>(ranges));
        }))
        .def(py::init([](const py::set& ranges) {
            std::set<CoreRange> sorted;
            for (const py::handle r : ranges) sorted.insert(r.cast<CoreRange>());
            return CoreRangeSet(sorted);
        }))
        .def(py::init<const CoreRangeSet&>())
        .def("bounding_box", &CoreRangeSet::bounding_box)
        .def("num_cores", &CoreRangeSet::num_cores)
        .def("size", &CoreRangeSet::size)
        .def("empty", &CoreRangeSet::empty)
        .def("ranges", &CoreRangeSet::ranges)
        .def("subtract", &CoreRangeSet::subtract)
        .def("merge", [](const CoreRangeSet& a, const CoreRangeSet& b) { return a.merge(b); })
        .def("intersection", &CoreRangeSet::intersection)
        .def("intersects",
             py::overload_cast<const CoreRangeSet&>(&CoreRangeSet::intersects, py::const_))
        .def("contains", py::overload_cast<const CoreCoord&>(&CoreRangeSet::contains, py::const_))
        .def("contains", py::overload_cast<const CoreRange&>(&CoreRangeSet::contains, py::const_))
        .def("contains",
             py::overload_cast<const CoreRangeSet&>(&CoreRangeSet::contains, py::const_))
        .def(
            "__eq__", [](const CoreRangeSet& a, const CoreRangeSet& b) { return a == b; },
            py::is_operator())
        .def("__hash__", [](const CoreRangeSet& s) { return std::hash<CoreRangeSet>{}(s); })
        .def("__repr__", &text_of<CoreRangeSet>);
    add_json(set);
    py::implicitly_convertible<CoreRange, CoreRangeSet>();

    py::class_<CoreGrid>(m, "CoreGrid")
        .def(py::init<std::size_t, std::size_t>(), py::kw_only(), py::arg("x"), py::arg("y"))
        .def_readonly("x", &CoreGrid::x)
        .def_readonly("y", &CoreGrid::y)
        .def_property_readonly("num_cores", [](const CoreGrid& g) { return g.x * g.y; })
        .def(
            "__eq__", [](const CoreGrid& a, const CoreGrid& b) { return a.x == b.x && a.y == b.y; },
            py::is_operator())
        .def("__hash__", [](const CoreGrid& g) { return g.x * 65537 + g.y; })
        .def("__repr__", &text_of<CoreGrid>);
}

void bind_tile(py::module_& m) {
    py::class_<Tile>(m, "Tile")
        .def(py::init<std::array<std::uint32_t, 2>, bool>(),
             py::arg("tile_shape") = std::array<std::uint32_t, 2>{32, 32},
             py::arg("transpose_tile") = false)
        .def_property_readonly("tile_shape", &Tile::get_tile_shape)
        .def_property_readonly("face_shape", &Tile::get_face_shape)
        .def_property_readonly("num_faces", &Tile::get_num_faces)
        .def_property_readonly("partial_face", &Tile::get_partial_face)
        .def_property_readonly("narrow_tile", &Tile::get_narrow_tile)
        .def_property_readonly("transpose_within_face", &Tile::get_transpose_within_face)
        .def_property_readonly("transpose_of_faces", &Tile::get_transpose_of_faces)
        .def("get_tile_size",
             [](const Tile& t, DataType dtype) {
                 return t.get_tile_size(datatype_to_dataformat_converter(dtype));
             })
        .def(
            "__eq__", [](const Tile& a, const Tile& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Tile& t) { return t.get_height() * 64 + t.get_width(); })
        .def("__repr__", [](const Tile& t) {
            return fmt::format("Tile with shape: [{}, {}]", t.get_height(), t.get_width());
        });
}

void bind_shards(py::module_& m) {
    py::class_<ShardSpec> spec(m, "ShardSpec");
    spec.def(py::init<const CoreRangeSet&, const std::array<uint32_t, 2>&,
                      const ShardOrientation&>(),
             py::arg("grid"), py::arg("shard_shape"), py::arg("shard_orientation"))
        .def_readwrite("grid", &ShardSpec::grid)
        .def_readwrite("shape", &ShardSpec::shape)
        .def_readwrite("orientation", &ShardSpec::orientation)
        .def("num_cores", &ShardSpec::num_cores)
        .def(
            "__eq__", [](const ShardSpec& a, const ShardSpec& b) { return a == b; },
            py::is_operator())
        .def("__hash__",
             [](const ShardSpec& s) { return std::hash<CoreRangeSet>{}(s.grid) + s.numel(); })
        .def("__repr__", &text_of<ShardSpec>);
    add_json(spec);

    py::class_<NdShardSpec> nd(m, "NdShardSpec");
    nd.def(py::init([](Shape shape, CoreRangeSet grid, ShardOrientation orientation,
                       ShardDistributionStrategy strategy) {
               return NdShardSpec{std::move(shape), std::move(grid), orientation, strategy};
           }),
           py::arg("shard_shape"), py::arg("grid"),
           py::arg("orientation") = ShardOrientation::ROW_MAJOR,
           py::arg("shard_distribution_strategy") = ShardDistributionStrategy::ROUND_ROBIN_1D)
        .def_readwrite("shard_shape", &NdShardSpec::shard_shape)
        .def_readwrite("grid", &NdShardSpec::grid)
        .def_readwrite("orientation", &NdShardSpec::orientation)
        .def_readwrite("shard_distribution_strategy", &NdShardSpec::shard_distribution_strategy)
        .def("num_cores", [](const NdShardSpec& s) { return s.grid.num_cores(); })
        .def(
            "__eq__", [](const NdShardSpec& a, const NdShardSpec& b) { return a == b; },
            py::is_operator())
        .def("__hash__", [](const NdShardSpec& s) { return std::hash<Shape>{}(s.shard_shape); })
        .def("__repr__", &text_of<NdShardSpec>);
    add_json(nd);

    py::class_<MemoryConfig> memory(m, "MemoryConfig");
    memory
        .def(py::init<TensorMemoryLayout, BufferType, std::optional<ShardSpec>>(),
             py::arg("memory_layout") = TensorMemoryLayout::INTERLEAVED,
             py::arg("buffer_type") = BufferType::DRAM, none("shard_spec"))
        .def(py::init<BufferType, std::optional<NdShardSpec>>(), py::arg("buffer_type"),
             py::arg("nd_shard_spec"))
        .def_property_readonly("memory_layout", &MemoryConfig::memory_layout)
        .def_property_readonly("buffer_type", &MemoryConfig::buffer_type)
        .def_property_readonly("shard_spec", &MemoryConfig::shard_spec)
        .def_property_readonly("nd_shard_spec", &MemoryConfig::nd_shard_spec)
        .def_property_readonly("interleaved", [](const MemoryConfig& c) { return !c.is_sharded(); })
        .def("is_sharded", &MemoryConfig::is_sharded)
        .def("created_with_nd_shard_spec", &MemoryConfig::created_with_nd_shard_spec)
        .def(
            "__eq__", [](const MemoryConfig& a, const MemoryConfig& b) { return a == b; },
            py::is_operator())
        .def(
            "__ne__", [](const MemoryConfig& a, const MemoryConfig& b) { return a != b; },
            py::is_operator())
        .def("__hash__",
             [](const MemoryConfig& c) {
                 return std::hash<std::string>{}(ttsl::hash::canonical_key(c));
             })
        .def("__repr__", &text_of<MemoryConfig>);
    add_json(memory);
}

TensorSpec spec_of(const Shape& shape, DataType dtype, Layout layout, const MemoryConfig& memory,
                   const std::optional<Tile>& tile) {
    return {shape, TensorLayout(dtype, PageConfig(layout, tile), memory)};
}

void bind_spec(py::module_& m) {
    using Alignment = TensorSpec::ShardShapeAlignment;
    const auto row_major = py::arg("orientation") = ShardOrientation::ROW_MAJOR;
    py::class_<TensorSpec>(m, "TensorSpec")
        .def(py::init([](const Shape& shape, DataType dtype, Layout layout, BufferType buffer,
                         const std::optional<Tile>& tile) {
                 return spec_of(shape, dtype, layout,
                                MemoryConfig(TensorMemoryLayout::INTERLEAVED, buffer), tile);
             }),
             py::arg("shape"), py::arg("dtype"), py::arg("layout"),
             py::arg("buffer_type") = BufferType::DRAM, none("tile"))
        .def(py::init([](const Shape& shape, DataType dtype, Layout layout, TensorMemoryLayout how,
                         const std::optional<ShardSpec>& shards, BufferType buffer,
                         const std::optional<Tile>& tile) {
                 return spec_of(shape, dtype, layout, MemoryConfig(how, buffer, shards), tile);
             }),
             py::arg("shape"), py::arg("dtype"), py::arg("layout"), py::arg("memory_layout"),
             none("shard_spec"), py::arg("buffer_type") = BufferType::DRAM, none("tile"))
        .def(py::init([](const Shape& shape, DataType dtype, Layout layout,
                         const NdShardSpec& shards, BufferType buffer,
                         const std::optional<Tile>& tile) {
                 return spec_of(shape, dtype, layout, MemoryConfig(buffer, shards), tile);
             }),
             py::arg("shape"), py::arg("dtype"), py::arg("layout"), py::arg("nd_shard_spec"),
             py::arg("buffer_type") = BufferType::DRAM, none("tile"))
        .def(py::init(&spec_of), py::arg("shape"), py::arg("dtype"), py::arg("layout"),
             py::arg("memory_config"), none("tile"))
        .def_property_readonly("shape", &TensorSpec::logical_shape)
        .def_property_readonly("padded_shape", &TensorSpec::padded_shape)
        .def_property_readonly("dtype", &TensorSpec::data_type)
        .def_property_readonly("layout", &TensorSpec::layout)
        .def_property_readonly("tile", &TensorSpec::tile)
        .def_property_readonly("memory_config", &TensorSpec::memory_config)
        .def(
            "sharded",
            [](const TensorSpec& s, Shape shape, CoreRangeSet grid, Alignment alignment,
               ShardOrientation orientation, ShardDistributionStrategy strategy) {
                return s.sharded(std::move(shape), std::move(grid), alignment, orientation,
                                 strategy);
            },
            py::arg("shard_shape"), py::arg("grid"),
            py::arg("shard_alignment") = Alignment::RECOMMENDED, row_major,
            py::arg("shard_distribution_strategy") = ShardDistributionStrategy::ROUND_ROBIN_1D)
        .def("sharded", py::overload_cast<NdShardSpec, Alignment>(&TensorSpec::sharded, py::const_),
             py::arg("nd_shard_spec"), py::arg("shard_alignment") = Alignment::RECOMMENDED)
        .def("height_sharded", &TensorSpec::height_sharded, py::arg("grid"), row_major)
        .def("width_sharded", &TensorSpec::width_sharded, py::arg("grid"), row_major)
        .def(
            "block_sharded",
            [](const TensorSpec& s, const CoreRangeSet& grid, ShardOrientation orientation) {
                TT_FATAL(grid.size() == 1, "block_sharded: the grid has {} ranges, 1 is allowed",
                         grid.size());
                return s.block_sharded(grid.ranges()[0], orientation);
            },
            py::arg("grid"), row_major)
        .def(
            "sharded_across_dims",
            [](const TensorSpec& s, const std::vector<std::int32_t>& dims, CoreRangeSet grid,
               ShardOrientation o) { return s.sharded_across_dims(dims, std::move(grid), o); },
            py::arg("dims"), py::arg("grid"), row_major)
        .def(
            "sharded_across_dims_except",
            [](const TensorSpec& s, const std::vector<std::int32_t>& dims, CoreRangeSet grid,
               ShardOrientation o) {
                return s.sharded_across_dims_except(dims, std::move(grid), o);
            },
            py::arg("dims"), py::arg("grid"), row_major)
        .def(
            "__eq__", [](const TensorSpec& a, const TensorSpec& b) { return a == b; },
            py::is_operator())
        .def("__hash__",
             [](const TensorSpec& s) {
                 return std::hash<std::string>{}(ttsl::hash::canonical_key(s));
             })
        .def("__repr__", [](const TensorSpec& s) {
            return fmt::format("TensorSpec(shape={}, dtype={}, layout={}, memory_config={})",
                               s.logical_shape(), s.data_type(), text_of(s.layout()),
                               text_of(s.memory_config()));
        });
}

void bind_compute_config(py::module_& m) {
    using Config = WormholeComputeKernelConfig;
    using operations::compute_throttle_utils::ThrottleLevel;
    py::class_<Config>(m, "WormholeComputeKernelConfig")
        .def(py::init([](tt::tt_metal::MathFidelity fidelity, bool approx, bool fp32, bool l1,
                         bool full, ThrottleLevel throttle) {
                 return Config{fidelity, approx, fp32, l1, full, throttle};
             }),
             py::kw_only(), py::arg("math_fidelity") = tt::tt_metal::MathFidelity::Invalid,
             py::arg("math_approx_mode") = true, py::arg("fp32_dest_acc_en") = false,
             py::arg("packer_l1_acc") = false, py::arg("dst_full_sync_en") = false,
             py::arg("throttle_level") = ThrottleLevel::NO_THROTTLE)
        .def_readwrite("math_fidelity", &Config::math_fidelity)
        .def_readwrite("math_approx_mode", &Config::math_approx_mode)
        .def_readwrite("fp32_dest_acc_en", &Config::fp32_dest_acc_en)
        .def_readwrite("packer_l1_acc", &Config::packer_l1_acc)
        .def_readwrite("dst_full_sync_en", &Config::dst_full_sync_en)
        .def_readwrite("throttle_level", &Config::throttle_level)
        .def("__repr__", [](const Config& c) {
            return fmt::format(
                "WormholeComputeKernelConfig(math_fidelity={}, math_approx_mode={}, "
                "fp32_dest_acc_en={}, packer_l1_acc={}, dst_full_sync_en={})",
                enchantum::to_string(c.math_fidelity), c.math_approx_mode, c.fp32_dest_acc_en,
                c.packer_l1_acc, c.dst_full_sync_en);
        });
    m.attr("BlackholeComputeKernelConfig") = m.attr("WormholeComputeKernelConfig");
    m.attr("DeviceComputeKernelConfig") = m.attr("WormholeComputeKernelConfig");
    m.def(
        "init_device_compute_kernel_config",
        [](tt::ARCH arch, const std::optional<Config>& given, tt::tt_metal::MathFidelity fidelity,
           bool approx, bool fp32, bool l1, bool full, ThrottleLevel throttle) {
            return init_device_compute_kernel_config(arch, given, fidelity, approx, fp32, l1, full,
                                                     throttle);
        },
        py::arg("arch"), none("device_kernel_config"), py::kw_only(),
        py::arg("math_fidelity") = tt::tt_metal::MathFidelity::LoFi,
        py::arg("math_approx_mode") = true, py::arg("fp32_dest_acc_en") = false,
        py::arg("packer_l1_acc") = false, py::arg("dst_full_sync_en") = false,
        py::arg("throttle_level") = ThrottleLevel::NO_THROTTLE);
}

template <typename Id>
void bind_number(py::module_& m, const char* name) {
    py::class_<Id>(m, name)
        .def(py::init<typename Id::value_type>())
        .def("__int__", [](const Id& id) { return static_cast<std::uint64_t>(*id); })
        .def(
            "__eq__", [](const Id& a, const Id& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Id& id) { return static_cast<std::uint64_t>(*id); })
        .def("__repr__", [name = std::string(name)](const Id& id) {
            return fmt::format("{}({})", name, static_cast<std::uint64_t>(*id));
        });
    py::implicitly_convertible<py::int_, Id>();
}

void bind_activation(py::module_& m) {
    using unary_ops::UnaryWithParam;
    py::class_<UnaryWithParam>(m, "UnaryWithParam")
        .def(py::init<unary_ops::UnaryOpType>(), py::arg("unary_op_type"))
        .def(py::init<unary_ops::UnaryOpType, float>(), py::arg("unary_op_type"), py::arg("param"))
        .def(py::init<unary_ops::UnaryOpType, float, float>())
        .def(py::init<unary_ops::UnaryOpType, const std::vector<float>&>(),
             py::arg("unary_op_type"), py::arg("params"))
        .def_readonly("op_type", &UnaryWithParam::op_type)
        .def_readonly("params", &UnaryWithParam::params)
        .def(
            "__eq__",
            [](const UnaryWithParam& a, const UnaryWithParam& b) {
                return a.op_type == b.op_type && a.params == b.params;
            },
            py::is_operator())
        .def("__repr__", [](const UnaryWithParam& u) {
            return fmt::format("UnaryWithParam(UnaryOpType.{}, {} parameters)",
                               enchantum::to_string(u.op_type), u.params.size());
        });
    py::implicitly_convertible<unary_ops::UnaryOpType, UnaryWithParam>();
}

}  // namespace

void bind_types(py::module_& m) {
    bind_enums(m);
    bind_shape(m);
    bind_cores(m);
    bind_tile(m);
    bind_shards(m);
    bind_spec(m);
    bind_compute_config(m);
    bind_number<QueueId>(m, "QueueId");
    bind_number<SubDeviceId>(m, "SubDeviceId");
    bind_number<SubDeviceManagerId>(m, "SubDeviceManagerId");
    bind_number<tt::tt_metal::distributed::MeshTraceId>(m, "MeshTraceId");
    bind_activation(m);
    m.def("tile_size", &tt::tt_metal::tile_size, py::arg("dtype"));
    m.def("element_size", [](DataType dtype) {
        return tt::tt_metal::tile_size(dtype) / 1024;  // of block formats the mantissa alone
    });
}

}  // namespace ttnn::python
