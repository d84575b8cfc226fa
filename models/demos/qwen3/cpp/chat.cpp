// Turns between <|im_start|> and <|im_end|>.
#include "chat.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "error.hpp"

namespace qwen3 {
namespace {

constexpr std::string_view kBegin = "<|im_start|>", kEnd = "<|im_end|>\n";
constexpr std::string_view kThink = "<think>", kThought = "</think>";
constexpr auto kRoles = std::to_array<std::string_view>({"system", "user", "assistant", "tool"});

std::string_view trimmed(std::string_view text, bool left, bool right) {
    while (left && text.starts_with('\n')) text.remove_prefix(1);
    while (right && text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

struct Answer {
    std::string_view thought, words;
};

Answer take_apart(std::string_view content) {
    const auto end = content.rfind(kThought);
    if (end == std::string_view::npos) return {{}, content};
    std::string_view thought = content.substr(0, content.find(kThought));
    if (const auto begin = thought.rfind(kThink); begin != std::string_view::npos)
        thought.remove_prefix(begin + kThink.size());
    return {trimmed(thought, true, true),
            trimmed(content.substr(end + kThought.size()), true, false)};
}

// Thoughts are kept behind the last question alone.
std::string answer_text(const Message& message, bool after_question, bool last) {
    const Answer answer = take_apart(message.content);
    if (!after_question || (!last && answer.thought.empty())) return std::string(answer.words);
    return fmt::format("{}\n{}\n{}\n\n{}", kThink, answer.thought, kThought,
                       trimmed(answer.words, true, false));
}

bool is_tool(std::span<const Message> messages, std::size_t i) {
    return i < messages.size() && messages[i].role == "tool";
}

std::size_t last_question(std::span<const Message> messages) {
    for (std::size_t i = messages.size(); i-- > 0;)
        if (messages[i].role == "user") return i;
    return messages.empty() ? 0 : messages.size() - 1;
}

}  // namespace

std::string render_chat(std::span<const Message> messages, const ChatOptions& options) {
    std::string out;
    const std::size_t question = last_question(messages);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const Message& message = messages[i];
        if (std::ranges::find(kRoles, message.role) == kRoles.end())
            fail("chat: role {} is not known, {} are", message.role,
                 "system, user, assistant, tool");
        if (message.role == "tool") {
            if (i == 0 || !is_tool(messages, i - 1)) out += fmt::format("{}user", kBegin);
            out += fmt::format("\n<tool_response>\n{}\n</tool_response>", message.content);
            if (!is_tool(messages, i + 1)) out += kEnd;
            continue;
        }
        const bool answer = message.role == "assistant";
        out += fmt::format(
            "{}{}\n{}{}", kBegin, message.role,
            answer ? answer_text(message, i > question, i + 1 == messages.size()) : message.content,
            kEnd);
    }
    if (options.answer) out += fmt::format("{}assistant\n", kBegin);
    if (options.answer && !options.thinking) out += fmt::format("{}\n\n{}\n\n", kThink, kThought);
    return out;
}

}  // namespace qwen3
