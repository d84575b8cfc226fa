// Enumerations, queues and short lists of ttnn in modules outside of it.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <enchantum/enchantum.hpp>
#include <string>
#include <tt_stl/small_vector.hpp>

namespace ttnn::detail {

// Python's own enumeration, by the name of the type in C++; null: there is none. Never destroyed.
template <typename E>
PyObject* enumeration() {
    static PyObject* const found = [] {
        namespace py = pybind11;
        const std::string name(enchantum::type_name<E>);
        const py::module_ module = py::module_::import("_ttnn");
        const py::object none;
        return py::getattr(module, name.c_str(), none).release().ptr();
    }();
    return found;
}

}  // namespace ttnn::detail

namespace pybind11::detail {

template <typename E>
class type_caster<E, std::enable_if_t<std::is_enum_v<E>>> {
 public:
    PYBIND11_TYPE_CASTER(E, const_name("enum"));

    bool load(handle src, bool) {
        if (reinterpret_cast<PyObject*>(Py_TYPE(src.ptr())) != ttnn::detail::enumeration<E>())
            return false;
        value = static_cast<E>(src.attr("_value_").cast<int>());
        return true;
    }
    static handle cast(E e, return_value_policy, handle) {
        PyObject* type = ttnn::detail::enumeration<E>();
        if (type == nullptr) throw type_error("ttnn does not know this enumeration");
        return reinterpret_borrow<object>(type)(static_cast<int>(e)).release();
    }
};

template <typename T, std::size_t N>
class type_caster<ttsl::SmallVector<T, N>> : public list_caster<ttsl::SmallVector<T, N>, T> {};

}  // namespace pybind11::detail
