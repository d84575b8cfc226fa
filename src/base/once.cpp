#include "base/once.hpp"

namespace nlohmann::detail {

template class serializer<ordered_json>;
template class lexer<ordered_json, TextInput>;
template class parser<ordered_json, TextInput>;
template class lexer<ordered_json, input_stream_adapter>;
template class parser<ordered_json, input_stream_adapter>;

}  // namespace nlohmann::detail
