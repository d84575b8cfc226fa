// Tensors: their class, and arrays of NumPy both ways.
#include "ttnn/tensor/tensor.hpp"

#include <tt-metalium/buffer.hpp>

#include "bind/bind.hpp"
#include "ttnn/core.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/tensor/host_buffer/functions.hpp"
#include "ttnn/tensor/serialization.hpp"
#include "ttnn/tensor/tensor_impl.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;

namespace {

// NumPy has no bfloat16: its bits are uint16. Block formats are read as real numbers.
template <typename T>
struct Element {
    using Array = T;
};
template <>
struct Element<bfloat16> {
    using Array = std::uint16_t;
};

// Calls f<T>() with the type that stands for a data type in host memory.
template <typename F>
auto with_type(DataType dtype, F&& f) {
    switch (dtype) {
        case DataType::BFLOAT16:
            return f.template operator()<bfloat16>();
        case DataType::FLOAT32:
        case DataType::BFLOAT8_B:
        case DataType::BFLOAT4_B:
            return f.template operator()<float>();
        case DataType::UINT32:
            return f.template operator()<std::uint32_t>();
        case DataType::INT32:
            return f.template operator()<std::int32_t>();
        case DataType::UINT16:
            return f.template operator()<std::uint16_t>();
        case DataType::UINT8:
            return f.template operator()<std::uint8_t>();
        case DataType::INT8:
            return f.template operator()<std::int8_t>();
        default:
            TT_THROW("data type {} has no form in host memory", dtype);
    }
}

// Keeps a Python object alive from threads that do not hold the interpreter's lock.
MemoryPin pin_of(py::object object) {
    return MemoryPin(std::shared_ptr<void>(object.release().ptr(), [](void* held) {
        if (Py_IsInitialized() == 0) return;
        const py::gil_scoped_acquire lock;
        Py_DECREF(static_cast<PyObject*>(held));
    }));
}

bool can_borrow(const TensorSpec& spec, DataType source) {
    return spec.layout() == Layout::ROW_MAJOR && spec.data_type() == source &&
           spec.logical_shape() == spec.padded_shape() && !spec.memory_config().is_sharded();
}

// From an array that is contiguous and whose elements are `source`. It is borrowed where it already
// lies as the tensor does.
Tensor from_array(const py::array& array, DataType source, const TensorSpec& spec,
                  double pad_value) {
    TT_FATAL(static_cast<std::uint64_t>(array.size()) == spec.logical_shape().volume(),
             "from_array: {} elements are given for the shape {}", array.size(),
             spec.logical_shape());
    const bool borrow = can_borrow(spec, source) && array.size() > 0;
    return with_type(source, [&]<typename T>() {
        TT_FATAL(array.itemsize() == static_cast<py::ssize_t>(sizeof(T)),
                 "from_array: elements have {} bytes, those of {} have {}", array.itemsize(),
                 source, sizeof(T));
        auto* data = static_cast<T*>(const_cast<void*>(array.data()));
        const auto size = static_cast<std::size_t>(array.size());
        if (borrow) {
            Tensor tensor = Tensor::from_borrowed_data<T>(ttsl::Span<T>(data, size),
                                                          spec.logical_shape(), pin_of(array));
            return tensor;
        }
        const py::gil_scoped_release unlocked;
        return Tensor::from_span<T>(ttsl::Span<const T>(data, size), spec, nullptr, std::nullopt,
                                    static_cast<T>(static_cast<float>(pad_value)));
    });
}

template <typename T>
py::array view_of(const Tensor& host, const std::vector<py::ssize_t>& shape) {
    auto* kept = new HostBuffer(host_buffer::get_host_buffer(host));
    const py::capsule owner(kept, [](void* p) { delete static_cast<HostBuffer*>(p); });
    return py::array_t<typename Element<T>::Array>(
        shape, reinterpret_cast<typename Element<T>::Array*>(kept->view_bytes().data()), owner);
}

template <typename T>
py::array copy_of(const Tensor& host, const std::vector<py::ssize_t>& shape) {
    auto* values = new std::vector<T>;
    const py::capsule owner(values, [](void* p) { delete static_cast<std::vector<T>*>(p); });
    {
        const py::gil_scoped_release unlocked;
        *values = host.to_vector<T>();
    }
    return py::array_t<typename Element<T>::Array>(
        shape, reinterpret_cast<typename Element<T>::Array*>(values->data()), owner);
}

// Logical elements; row-major host tensors are not copied.
py::array to_array(const Tensor& tensor, std::optional<QueueId> queue) {
    Tensor host = tensor;
    if (tensor.storage_type() == StorageType::DEVICE) {
        const py::gil_scoped_release unlocked;
        host = tensor.cpu(true, queue);
    }
    const auto& dims = host.logical_shape();
    const std::vector<py::ssize_t> shape(dims.cbegin(), dims.cend());
    const bool as_is = host.layout() == Layout::ROW_MAJOR && host.padded_shape() == dims &&
                       !host.memory_config().is_sharded() && host.logical_volume() > 0;
    return with_type(host.dtype(), [&]<typename T>() {
        return as_is ? view_of<T>(host, shape) : copy_of<T>(host, shape);
    });
}

// Elements of the padded shape, row by row.
py::array to_padded_array(const Tensor& tensor) {
    const Tensor host = tensor.cpu();
    const auto& dims = host.padded_shape();
    if (is_block_float(host.dtype())) {  // exists in tiles alone: all of them as elements
        const TensorSpec whole(
            dims, TensorLayout(host.dtype(), PageConfig(host.layout()), host.memory_config()));
        return copy_of<float>(
            Tensor(HostTensor::from_buffer(host_buffer::get_host_buffer(host), whole)),
            std::vector<py::ssize_t>(dims.cbegin(), dims.cend()));
    }
    const HostTensor rows = tt::tt_metal::to_row_major_layout(host.host_tensor());
    return with_type(host.dtype(), [&]<typename T>() -> py::array {
        py::array_t<typename Element<T>::Array> array(
            std::vector<py::ssize_t>(dims.cbegin(), dims.cend()));
        const auto values = host_buffer::get_as<T>(rows);
        std::memcpy(array.mutable_data(), values.data(), array.nbytes());
        return array;
    });
}

std::shared_ptr<MeshDevice> device_of(const Tensor& tensor) {
    MeshDevice* device = tensor.device();
    return device != nullptr ? device->shared_from_this() : nullptr;
}

std::string text_of(const Tensor& tensor) {
    return tensor.write_to_string();
}

void bind_properties(py::class_<Tensor>& type) {
    type.def_property_readonly("shape", &Tensor::logical_shape)
        .def_property_readonly("padded_shape", &Tensor::padded_shape)
        .def_property_readonly("dtype", &Tensor::dtype)
        .def_property_readonly("layout", &Tensor::layout)
        .def_property_readonly("tile", [](const Tensor& t) { return t.tensor_spec().tile(); })
        .def_property_readonly("spec", &Tensor::tensor_spec)
        .def_readwrite("tensor_id", &Tensor::tensor_id)
        .def("memory_config", [](const Tensor& t) { return t.memory_config(); })
        .def("storage_type", &Tensor::storage_type)
        .def("device", &device_of)
        .def("is_sharded", &Tensor::is_sharded)
        .def("is_allocated", &Tensor::is_allocated)
        .def("get_dtype", &Tensor::dtype)
        .def("get_layout", &Tensor::layout)
        .def("get_tile", [](const Tensor& t) { return t.tensor_spec().tile(); })
        .def("volume", &Tensor::physical_volume)
        .def("logical_volume", &Tensor::logical_volume)
        .def("element_size", &Tensor::element_size)
        .def("tensor_topology", &Tensor::tensor_topology)
        .def("update_tensor_topology", &Tensor::update_tensor_topology);
}

void bind_buffer(py::class_<Tensor>& type) {
    type.def("buffer_address",
             [](const Tensor& t) {
                 TT_FATAL(t.storage_type() == StorageType::DEVICE,
                          "buffer_address: the tensor must be on device");
                 return t.buffer()->address();
             })
        .def("buffer_page_size", [](const Tensor& t) { return t.buffer()->page_size(); })
        .def("buffer_aligned_page_size",
             [](const Tensor& t) { return t.buffer()->aligned_page_size(); })
        .def("buffer_num_pages", [](const Tensor& t) { return t.buffer()->num_pages(); })
        .def("buffer_unique_id",
             [](const Tensor& t) -> py::object {
                 if (t.storage_type() == StorageType::HOST) return py::none();
                 return py::int_(t.buffer()->unique_id());
             })
        .def("device_coords", [](const Tensor& t) {
            const auto coords = t.device_storage().get_coords();
            return std::vector<MeshCoordinate>(coords.begin(), coords.end());
        });
}

void bind_moves(py::class_<Tensor>& type) {
    const auto unlocked = py::call_guard<py::gil_scoped_release>();
    type.def("deallocate", &Tensor::deallocate, py::arg("force") = false, unlocked)
        .def("cpu", &Tensor::cpu, py::arg("blocking") = true, none("cq_id"), unlocked)
        .def(
            "to",
            [](const Tensor& t, MeshDevice* device, const std::optional<MemoryConfig>& memory,
               std::optional<QueueId> queue) {
                return operations::core::to_device(t, device, memory, queue);
            },
            py::arg("device"), none("mem_config"), none("cq_id"), unlocked)
        .def("to", &Tensor::to_layout, py::arg("layout"), unlocked)
        .def("pad", &Tensor::pad, py::arg("output_tensor_shape"), py::arg("input_tensor_start"),
             py::arg("pad_value"), unlocked)
        .def(
            "unpad",
            [](const Tensor& t, const Shape& start, const Shape& end) {
                Shape::Container after;
                for (const std::uint32_t last : end) after.push_back(last + 1);
                return t.unpad(start, Shape(after));
            },
            py::arg("output_tensor_start"), py::arg("output_tensor_end"), unlocked)
        .def("pad_to_tile", &Tensor::pad_to_tile, py::arg("pad_value"), unlocked)
        .def("unpad_from_tile", &Tensor::unpad_from_tile, py::arg("output_tensor_shape"), unlocked)
        .def("__repr__", &text_of, unlocked);
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(c));
    return text;
}

void set_print_options(const std::string& profile, const py::object& sci_mode, int precision) {
    using tensor_impl::SciMode;
    using tensor_impl::TensorPrintProfile;
    const std::string name = lower(profile);
    TT_FATAL(name == "empty" || name == "short" || name == "full",
             "set_printoptions: profile is {}, empty, short or full is allowed", profile);
    const std::string mode = lower(sci_mode.is_none() ? "default" : std::string(py::str(sci_mode)));
    TT_FATAL(mode == "default" || mode == "true" || mode == "false",
             "set_printoptions: sci_mode is {}, true, false or default is allowed", mode);
    set_printoptions(name == "empty"   ? TensorPrintProfile::Empty
                     : name == "short" ? TensorPrintProfile::Short
                                       : TensorPrintProfile::Full,
                     mode == "true"    ? SciMode::Enable
                     : mode == "false" ? SciMode::Disable
                                       : SciMode::Default,
                     precision);
}

void bind_functions(py::module_& m) {
    const auto unlocked = py::call_guard<py::gil_scoped_release>();
    m.def("from_array", &from_array, py::arg("array"), py::arg("source"), py::arg("spec"),
          py::arg("pad_value") = 0.0);
    m.def("to_array", &to_array, py::arg("tensor"), none("cq_id"));
    m.def("to_padded_array", &to_padded_array);
    m.def("set_printoptions", &set_print_options);
    m.def("dump_tensor", &dump_tensor_flatbuffer, py::arg("file_name"), py::arg("tensor"),
          py::arg("mode") = DumpTensorMode::DISTRIBUTED_GATHER, unlocked);
    m.def(
        "load_tensor",
        [](const std::string& file, MeshDevice* device) {
            return load_tensor_flatbuffer(file, device);
        },
        py::arg("file_name"), py::kw_only(), none("device"), unlocked);
    m.def("get_device_tensors", &distributed::get_device_tensors);
    m.def(
        "allocate_tensor_on_device",
        [](const TensorSpec& spec, MeshDevice* device) {
            return create_device_tensor(spec, device);
        },
        unlocked);
    m.def(
        "allocate_tensor_on_host",
        [](const TensorSpec& spec, MeshDevice* device) {
            return allocate_tensor_on_host(spec, device);
        },
        unlocked);
    m.def(
        "copy_host_to_device_tensor",
        [](const Tensor& host, Tensor device, std::optional<QueueId> q) {
            copy_to_device(host, device, q);
        },
        py::arg("host_tensor"), py::arg("device_tensor"), none("cq_id"), unlocked);
    m.def(
        "copy_device_to_host_tensor",
        [](const Tensor& device, Tensor host, bool blocking, std::optional<QueueId> q) {
            copy_to_host(device, host, blocking, q);
        },
        py::arg("device_tensor"), py::arg("host_tensor"), py::arg("blocking") = true, none("cq_id"),
        unlocked);
}

}  // namespace

void bind_tensor(py::module_& m) {
    py::class_<Tensor> type(m, "Tensor", py::dynamic_attr());
    // Whatever can be seen as an array; the package knows how.
    type.def(py::init<const Tensor&>())
        .def(py::init([](const py::args& args, const py::kwargs& kwargs) {
            return py::module_::import("ttnn.conversion")
                .attr("make_tensor")(*args, **kwargs)
                .cast<Tensor>();
        }));
    bind_properties(type);
    bind_buffer(type);
    bind_moves(type);
    bind_functions(m);
}

}  // namespace ttnn::python
