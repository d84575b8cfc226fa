// The conversation format of Qwen3.
#pragma once

#include <span>
#include <string>

namespace qwen3 {

struct Message {
    std::string role;  // system, user, assistant or tool
    std::string content;
};

struct ChatOptions {
    bool answer = true;    // end with the beginning of the assistant's answer
    bool thinking = true;  // false: the answer begins with an empty thought
};

// The text that the model sees. Thoughts of earlier answers are left out; results of tools that
// follow each other share one turn of the user. An error names a role that is not known.
std::string render_chat(std::span<const Message> messages, const ChatOptions& options = {});

}  // namespace qwen3
