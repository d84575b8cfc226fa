// Program descriptors, and operations made of them.
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "bind/bind.hpp"
#include "ttnn/operations/generic/generic_op.hpp"
#include "ttnn/tensor/tensor_utils.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;

namespace {

void bind_formats(py::module_& m) {
    py::class_<TileDescriptor>(m, "TileDescriptor")
        .def(py::init<std::uint32_t, std::uint32_t, bool>(), py::arg("height") = 32,
             py::arg("width") = 32, py::arg("transpose") = false)
        .def(py::init<const Tile&>())
        .def_readwrite("height", &TileDescriptor::height)
        .def_readwrite("width", &TileDescriptor::width)
        .def_readwrite("transpose", &TileDescriptor::transpose);
    using Format = CBFormatDescriptor;
    py::class_<Format>(m, "CBFormatDescriptor")
        .def(py::init([](std::uint8_t index, DataType dtype, std::uint32_t page,
                         const std::optional<TileDescriptor>& tile) {
                 Format format;
                 format.buffer_index = index;
                 format.data_format = datatype_to_dataformat_converter(dtype);
                 format.page_size = page;
                 format.tile = tile;
                 return format;
             }),
             py::arg("buffer_index"), py::arg("data_format"), py::arg("page_size"), none("tile"))
        .def_readwrite("buffer_index", &Format::buffer_index)
        .def_property(
            "data_format",
            [](const Format& f) { return dataformat_to_datatype_converter(f.data_format); },
            [](Format& f, DataType dtype) {
                f.data_format = datatype_to_dataformat_converter(dtype);
            })
        .def_readwrite("page_size", &Format::page_size)
        .def_readwrite("tile", &Format::tile);
    py::class_<CBDescriptor>(m, "CBDescriptor")
        .def(py::init([](std::uint32_t size, const CoreRangeSet& cores,
                         const CBDescriptor::FormatDescriptors& formats) {
                 CBDescriptor cb;
                 cb.total_size = size;
                 cb.core_ranges = cores;
                 cb.format_descriptors = formats;
                 return cb;
             }),
             py::arg("total_size") = 0, py::arg("core_ranges") = CoreRangeSet(),
             py::arg("format_descriptors") = CBDescriptor::FormatDescriptors())
        .def_readwrite("total_size", &CBDescriptor::total_size)
        .def_readwrite("core_ranges", &CBDescriptor::core_ranges)
        .def_readwrite("format_descriptors", &CBDescriptor::format_descriptors)
        .def_readwrite("address_offset", &CBDescriptor::address_offset)
        .def("has_buffer", [](const CBDescriptor& cb) { return cb.backing() != nullptr; });
    m.def("cb_descriptor_from_sharded_tensor", &cb_descriptor_from_sharded_tensor,
          py::arg("cb_index"), py::arg("tensor"), py::arg("address_offset") = 0,
          py::arg("total_size") = 0, none("core_ranges"), py::keep_alive<0, 2>());
    m.def("get_cb_address", &get_cb_address);
}

void bind_kernel_configs(py::module_& m) {
    py::class_<ReaderConfigDescriptor>(m, "ReaderConfigDescriptor").def(py::init<>());
    py::class_<WriterConfigDescriptor>(m, "WriterConfigDescriptor").def(py::init<>());
    using Mover = DataMovementConfigDescriptor;
    py::class_<Mover>(m, "DataMovementConfigDescriptor")
        .def(py::init([](DataMovementProcessor processor, NOC noc, NOC_MODE mode) {
                 return Mover{processor, noc, mode};
             }),
             py::arg("processor") = DataMovementProcessor::RISCV_0,
             py::arg("noc") = NOC::RISCV_0_default,
             py::arg("noc_mode") = NOC_MODE::DM_DEDICATED_NOC)
        .def_readwrite("processor", &Mover::processor)
        .def_readwrite("noc", &Mover::noc)
        .def_readwrite("noc_mode", &Mover::noc_mode);
    using Compute = ComputeConfigDescriptor;
    py::class_<Compute>(m, "ComputeConfigDescriptor")
        .def(py::init([](tt::tt_metal::MathFidelity fidelity, bool approx, bool fp32, bool full,
                         bool precise) {
                 Compute config;
                 config.math_fidelity = fidelity;
                 config.math_approx_mode = approx;
                 config.fp32_dest_acc_en = fp32;
                 config.dst_full_sync_en = full;
                 config.bfp8_pack_precise = precise;
                 return config;
             }),
             py::arg("math_fidelity") = tt::tt_metal::MathFidelity::HiFi4,
             py::arg("math_approx_mode") = false, py::arg("fp32_dest_acc_en") = false,
             py::arg("dst_full_sync_en") = false, py::arg("bfp8_pack_precise") = false)
        .def_readwrite("math_fidelity", &Compute::math_fidelity)
        .def_readwrite("math_approx_mode", &Compute::math_approx_mode)
        .def_readwrite("fp32_dest_acc_en", &Compute::fp32_dest_acc_en)
        .def_readwrite("dst_full_sync_en", &Compute::dst_full_sync_en)
        .def_readwrite("bfp8_pack_precise", &Compute::bfp8_pack_precise)
        .def_readwrite("unpack_to_dest_mode", &Compute::unpack_to_dest_mode);
}

// Pairs of a core and its arguments, or ttnn.RuntimeArgs, which knows its pairs.
KernelDescriptor::RuntimeArgs runtime_args(const py::object& given) {
    const py::object pairs = py::hasattr(given, "pairs") ? given.attr("pairs")() : given;
    return pairs.cast<KernelDescriptor::RuntimeArgs>();
}

void bind_kernel(py::module_& m) {
    using Kernel = KernelDescriptor;
    py::class_<Kernel> type(m, "KernelDescriptor");
    py::module_ inner = py::reinterpret_borrow<py::module_>(type);
    bind_enum<Kernel::SourceType>(inner, "SourceType");
    type.def(py::init([](const std::string& source, Kernel::SourceType kind,
                         const CoreRangeSet& cores, const Kernel::CompileTimeArgs& compile_time,
                         const Kernel::NamedCompileTimeArgs& named, const Kernel::Defines& defines,
                         const py::object& args, const Kernel::CommonRuntimeArgs& common,
                         const Kernel::ConfigDescriptor& config,
                         const Kernel::IncludePaths& includes) {
                 Kernel kernel;
                 kernel.kernel_source = source;
                 kernel.source_type = kind;
                 kernel.core_ranges = cores;
                 kernel.compile_time_args = compile_time;
                 kernel.named_compile_time_args = named;
                 kernel.defines = defines;
                 kernel.runtime_args = runtime_args(args);
                 kernel.common_runtime_args = common;
                 kernel.config = config;
                 kernel.compiler_include_paths = includes;
                 return kernel;
             }),
             py::arg("kernel_source") = "", py::arg("source_type") = Kernel::SourceType::FILE_PATH,
             py::arg("core_ranges") = CoreRangeSet(),
             py::arg("compile_time_args") = Kernel::CompileTimeArgs(),
             py::arg("named_compile_time_args") = Kernel::NamedCompileTimeArgs(),
             py::arg("defines") = Kernel::Defines(), py::arg("runtime_args") = py::list(),
             py::arg("common_runtime_args") = Kernel::CommonRuntimeArgs(), py::arg("config"),
             py::arg("compiler_include_paths") = Kernel::IncludePaths())
        .def_readwrite("kernel_source", &Kernel::kernel_source)
        .def_readwrite("source_type", &Kernel::source_type)
        .def_readwrite("core_ranges", &Kernel::core_ranges)
        .def_readwrite("compile_time_args", &Kernel::compile_time_args)
        .def_readwrite("named_compile_time_args", &Kernel::named_compile_time_args)
        .def_readwrite("defines", &Kernel::defines)
        .def_property(
            "runtime_args", [](const Kernel& k) { return k.runtime_args; },
            [](Kernel& k, const py::object& args) { k.runtime_args = runtime_args(args); })
        .def_readwrite("common_runtime_args", &Kernel::common_runtime_args)
        .def_readwrite("config", &Kernel::config);
}

void bind_program(py::module_& m) {
    py::class_<SemaphoreDescriptor>(m, "SemaphoreDescriptor")
        .def(py::init([](std::uint32_t id, const CoreRangeSet& cores, std::uint32_t value) {
                 SemaphoreDescriptor semaphore;
                 semaphore.id = id;
                 semaphore.core_ranges = cores;
                 semaphore.initial_value = value;
                 return semaphore;
             }),
             py::arg("id") = 0, py::arg("core_ranges") = CoreRangeSet(),
             py::arg("initial_value") = 0)
        .def_readwrite("id", &SemaphoreDescriptor::id)
        .def_readwrite("core_ranges", &SemaphoreDescriptor::core_ranges)
        .def_readwrite("initial_value", &SemaphoreDescriptor::initial_value);
    using Program = ProgramDescriptor;
    py::class_<Program>(m, "ProgramDescriptor")
        .def(py::init([](const Program::KernelDescriptors& kernels,
                         const Program::SemaphoreDescriptors& semaphores,
                         const Program::CBDescriptors& cbs, std::optional<std::uint64_t> hash) {
                 Program program;
                 program.kernels = kernels;
                 program.semaphores = semaphores;
                 program.cbs = cbs;
                 program.custom_program_hash = hash;
                 return program;
             }),
             py::arg("kernels") = Program::KernelDescriptors(),
             py::arg("semaphores") = Program::SemaphoreDescriptors(),
             py::arg("cbs") = Program::CBDescriptors(), none("custom_program_hash"))
        .def_readwrite("kernels", &Program::kernels)
        .def_readwrite("semaphores", &Program::semaphores)
        .def_readwrite("cbs", &Program::cbs)
        .def_readwrite("custom_program_hash", &Program::custom_program_hash);
    m.def("merge_program_descriptors", [](const std::vector<Program>& all) {
        Program merged;
        for (const Program& one : all) {
            merged.kernels.insert(merged.kernels.end(), one.kernels.begin(), one.kernels.end());
            merged.semaphores.insert(merged.semaphores.end(), one.semaphores.begin(),
                                     one.semaphores.end());
            merged.cbs.insert(merged.cbs.end(), one.cbs.begin(), one.cbs.end());
        }
        return merged;
    });
    py::class_<TensorAccessorArgs>(m, "TensorAccessorArgs")
        .def(py::init<>())
        .def(py::init([](const Tensor& tensor) { return TensorAccessorArgs(tensor.buffer()); }),
             py::keep_alive<1, 2>())
        .def("get_compile_time_args", &TensorAccessorArgs::get_compile_time_args)
        .def("get_common_runtime_args", &TensorAccessorArgs::get_common_runtime_args);
}

void bind_descriptors(py::module_& m, py::module_& ops) {
    bind_formats(m);
    bind_kernel_configs(m);
    bind_kernel(m);
    bind_program(m);
    operation(
        ops, "generic_op",
        py::overload_cast<const std::vector<Tensor>&, const ProgramDescriptor&>(&ttnn::generic_op),
        py::arg("io_tensors"), py::arg("program_descriptor"));
}

const Family kDescriptors(bind_descriptors);

}  // namespace

}  // namespace ttnn::python
