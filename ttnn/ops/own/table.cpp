// The table of operations with a file of their own.
#include <cmath>

#include "ttnn/operations/own/own.hpp"

namespace ttnn::table {

namespace {

#define TTNN_OWN(name, what, ...) \
    {#name, what, &ttnn::name, [](double x) -> double { return __VA_ARGS__; }},
constexpr OwnRow kOwn[] = {
#include "ttnn/operations/own/rows.inc"
};
#undef TTNN_OWN

}  // namespace

std::span<const OwnRow> own() {
    return kOwn;
}

}  // namespace ttnn::table
