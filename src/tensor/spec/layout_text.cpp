// The text of layouts and alignments.
#include <fmt/format.h>

#include <tt-metalium/tensor/spec/layout/alignment.hpp>
#include <tt-metalium/tensor/spec/layout/layout.hpp>
#include <tt_stl/fmt.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal {

std::ostream& operator<<(std::ostream& os, const Layout& layout) {
    ironbird::tensor::require(layout <= Layout::INVALID, "Unreachable: layout {}",
                              static_cast<int>(layout));
    return os << fmt::format("{}", layout);
}

std::ostream& operator<<(std::ostream& os, const Alignment& alignment) {
    return os << ttsl::fmt_detail::to_string(alignment);
}

}  // namespace tt::tt_metal

std::string ttsl::fmt_detail::to_string(const tt::tt_metal::Alignment& alignment) {
    return fmt::format("Alignment([{}])", fmt::join(alignment.view(), ", "));
}
