// Conversations as the model sees them.
#include "chat.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "folder.hpp"

namespace qwen3::testing {
namespace {

TEST(Chat, TurnsOfEveryRole) {
    const std::vector<Message> messages = {
        {"system", "Be brief."}, {"user", "Hi"},  {"assistant", "<think>\nhm\n</think>\n\nHello"},
        {"user", "Weather?"},    {"tool", "sun"}, {"tool", "wind"}};
    EXPECT_EQ(render_chat(messages),
              "<|im_start|>system\nBe brief.<|im_end|>\n"
              "<|im_start|>user\nHi<|im_end|>\n"
              "<|im_start|>assistant\nHello<|im_end|>\n"
              "<|im_start|>user\nWeather?<|im_end|>\n"
              "<|im_start|>user\n<tool_response>\nsun\n</tool_response>\n"
              "<tool_response>\nwind\n</tool_response><|im_end|>\n"
              "<|im_start|>assistant\n");
}

TEST(Chat, ThoughtsStayBehindTheLastQuestion) {
    const std::vector<Message> messages = {{"user", "Hi"},
                                           {"assistant", "<think>\nhm\n</think>\n\nHello"}};
    EXPECT_EQ(render_chat(messages, {.answer = false}),
              "<|im_start|>user\nHi<|im_end|>\n"
              "<|im_start|>assistant\n<think>\nhm\n</think>\n\nHello<|im_end|>\n");
}

TEST(Chat, WithoutThinking) {
    const std::vector<Message> messages = {{"user", "Hi"}};
    EXPECT_EQ(render_chat(messages, {.thinking = false}),
              "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n");
    EXPECT_EQ(refusal([] {
                  const Message message{"pirate", "Arr"};
                  render_chat(std::span(&message, 1));
              }),
              "chat: role pirate is not known, system, user, assistant, tool are");
}

}  // namespace
}  // namespace qwen3::testing
