// Templates of libraries that nearly every unit would otherwise compile for itself. They are
// compiled once: those of JSON in once.cpp, formatted output in fmt's own library.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#if FMT_VERSION < 100000 && !defined(FMT_HEADER_ONLY)  // later versions say so themselves
FMT_BEGIN_NAMESPACE
namespace detail {
extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                      basic_format_args<buffer_context<char>>, locale_ref);
}
FMT_END_NAMESPACE
#endif

namespace nlohmann::detail {
using TextInput = iterator_input_adapter<std::string::const_iterator>;
extern template class serializer<ordered_json>;
extern template class lexer<ordered_json, TextInput>;
extern template class parser<ordered_json, TextInput>;
extern template class lexer<ordered_json, input_stream_adapter>;
extern template class parser<ordered_json, input_stream_adapter>;
}  // namespace nlohmann::detail
