// What all bindings share: enumerations as Python's own, numbers, lists of activations, and the
// helper that binds one operation.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <array>
#include <enchantum/enchantum.hpp>
#include <string>
#include <tt_stl/json.hpp>
#include <tt_stl/small_vector.hpp>

#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/types.hpp"

namespace py = pybind11;

namespace ttnn::python {

// The members of an enumeration as Python objects, by value; they live as long as the process.
template <typename E>
inline std::array<PyObject*, 256> enum_members{};
template <typename E>
inline PyObject* enum_type = nullptr;

// Which members are shown and by which name; by default all, by their own.
using Rename = std::string (*)(std::string_view);

// Aliases are further names of values.
template <typename E>
void bind_enum(py::module_& m, const char* name, Rename rename = nullptr,
               std::initializer_list<std::pair<const char*, int>> aliases = {}) {
    py::list members;
    for (const auto& [value, own] : enchantum::entries<E>) {
        const std::string shown = rename != nullptr ? rename(own) : std::string(own);
        if (!shown.empty()) members.append(py::make_tuple(shown, static_cast<int>(value)));
    }
    for (const auto& [alias, value] : aliases) members.append(py::make_tuple(alias, value));
    py::object type =
        py::module_::import("enum").attr("Enum")(name, members, py::arg("module") = "ttnn");
    for (const py::handle member : type)
        enum_members<E>[member.attr("value").cast<std::size_t>() & 0xff] = member.inc_ref().ptr();
    enum_type<E> = type.inc_ref().ptr();
    m.attr(name) = type;
}

// Without the members that only count the others.
inline std::string not_count(std::string_view name) {
    return name == "COUNT" ? std::string() : std::string(name);
}

// An operation: it runs without the lock of the interpreter.
template <typename Function, typename... Extra>
void operation(py::module_& m, const char* name, Function&& function, const Extra&... extra) {
    m.def(name, std::forward<Function>(function), extra...,
          py::call_guard<py::gil_scoped_release>());
}

inline py::arg_v none(const char* name) {
    return py::arg(name) = py::none();
}

// The keyword arguments that many operations end with.
inline auto memory_config() {
    return none("memory_config");
}
inline auto output_tensor() {
    return none("output_tensor");
}
inline auto sub_core_grids() {
    return none("sub_core_grids");
}
inline auto compute_kernel_config() {
    return none("compute_kernel_config");
}

// A module within the module of operations.
inline py::module_ namespace_of(py::module_& ops, const char* name) {
    return py::hasattr(ops, name) ? py::module_(ops.attr(name)) : ops.def_submodule(name);
}

template <typename T, typename... Options>
void add_json(py::class_<T, Options...>& type) {
    type.def("to_json", [](const T& value) { return ttsl::json::to_json(value).dump(); })
        .def_static("from_json", [](const std::string& text) {
            return ttsl::json::from_json<T>(nlohmann::json::parse(text));
        });
}

using Dims = ttsl::SmallVector<std::int32_t>;

// A family of operations adds itself: its classes go into the module, operations into `ops`.
using BindFamily = void (*)(py::module_& m, py::module_& ops);
inline std::vector<BindFamily>& families() {
    static std::vector<BindFamily> all;
    return all;
}
struct Family {
    explicit Family(BindFamily bind) { families().push_back(bind); }
};

// These come first, in this order.
void bind_types(py::module_& m);
void bind_mesh(py::module_& m);
void bind_device(py::module_& m);
void bind_tensor(py::module_& m);

}  // namespace ttnn::python

namespace pybind11::detail {

template <typename E>
class type_caster<E, std::enable_if_t<std::is_enum_v<E>>> {
 public:
    PYBIND11_TYPE_CASTER(E, const_name("enum"));

    bool load(handle src, bool) {
        using ttnn::python::enum_type;
        if (enum_type<E> == nullptr ||
            reinterpret_cast<PyObject*>(Py_TYPE(src.ptr())) != enum_type<E>)
            return false;
        value = static_cast<E>(src.attr("_value_").cast<int>());
        return true;
    }
    static handle cast(E e, return_value_policy, handle) {
        PyObject* member = ttnn::python::enum_members<E>[static_cast<std::size_t>(e) & 0xff];
        if (member == nullptr)
            throw type_error("an enumerator without a name: " +
                             std::to_string(static_cast<int>(e)));
        return handle(member).inc_ref();
    }
};

// Python's integers stay integers where they fit.
template <>
class type_caster<ttnn::operations::unary::ScalarVariant> {
 public:
    PYBIND11_TYPE_CASTER(ttnn::operations::unary::ScalarVariant, const_name("float | int"));

    bool load(handle src, bool) {
        if (PyFloat_Check(src.ptr())) {
            value = static_cast<float>(PyFloat_AS_DOUBLE(src.ptr()));
            return true;
        }
        if (PyIndex_Check(src.ptr()) == 0) return load_real(src);
        const object integer = reinterpret_steal<object>(PyNumber_Index(src.ptr()));
        if (!integer) {
            PyErr_Clear();
            return false;
        }
        return set(integer);
    }

 private:
    // Numbers of other libraries: NumPy's float32.
    bool load_real(handle src) {
        if (!hasattr(src, "__float__") || hasattr(src, "__len__")) return false;
        const double real = PyFloat_AsDouble(src.ptr());
        if (PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            return false;
        }
        value = static_cast<float>(real);
        return true;
    }
    bool set(const object& integer) {
        int overflow = 0;
        const long long wide = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
        if (overflow == 0 && wide >= INT32_MIN && wide <= INT32_MAX)
            value = static_cast<std::int32_t>(wide);
        else if (overflow == 0 && wide > 0 && wide <= UINT32_MAX)
            value = static_cast<std::uint32_t>(wide);
        else
            value = static_cast<float>(PyLong_AsDouble(integer.ptr()));
        return PyErr_Occurred() == nullptr;
    }
};

// A list of activations; None means no one.
template <>
class type_caster<ttnn::Activations> {
 public:
    PYBIND11_TYPE_CASTER(ttnn::Activations, const_name("list"));

    bool load(handle src, bool convert) {
        held_.clear();
        if (!src.is_none()) {
            if (!isinstance<sequence>(src)) return false;
            for (const handle item : reinterpret_borrow<sequence>(src)) {
                make_caster<ttnn::operations::unary::UnaryWithParam> one;
                if (!one.load(item, convert)) return false;
                held_.emplace_back(cast_op<const ttnn::operations::unary::UnaryWithParam&>(one));
            }
        }
        value = ttnn::Activations(held_.data(), held_.size());
        return true;
    }

 private:
    std::vector<ttnn::operations::unary::EltwiseUnaryWithParam> held_;
};

template <typename T, std::size_t N>
class type_caster<ttsl::SmallVector<T, N>> : public list_caster<ttsl::SmallVector<T, N>, T> {};

}  // namespace pybind11::detail
