// Expecting a fault or a hang: its id, and the pieces of text that a user needs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>

#include "session.hpp"

namespace ironbird::tests {

// Runs `provoke`, which must throw "error[id] ..." with all the pieces and a "do:" line.
inline void expect_fault(const std::string& id, std::initializer_list<std::string> pieces,
                         const std::function<void()>& provoke) {
    try {
        provoke();
    } catch (const std::exception& e) {
        const std::string text = e.what();
        EXPECT_THAT(text, testing::HasSubstr("error[" + id + "]"));
        for (const std::string& piece : pieces) EXPECT_THAT(text, testing::HasSubstr(piece));
        EXPECT_THAT(text, testing::HasSubstr("do: "));
        EXPECT_THAT(text, testing::HasSubstr("docs/errors/" + id + ".md"));
        return;
    }
    ADD_FAILURE() << "nothing was thrown, expected " << id;
}

// Runs `provoke`, which must throw "hang ID ..." with all the pieces.
inline void expect_hang(const std::string& id, std::initializer_list<std::string> pieces,
                        const std::function<void()>& provoke) {
    try {
        provoke();
    } catch (const std::exception& e) {
        const std::string text = e.what();
        EXPECT_THAT(text, testing::StartsWith("hang " + id + "  "));
        for (const std::string& piece : pieces) EXPECT_THAT(text, testing::HasSubstr(piece));
        EXPECT_THAT(text, testing::HasSubstr("\n  do       "));
        EXPECT_THAT(text, testing::HasSubstr("ironbird explain " + id));
        return;
    }
    ADD_FAILURE() << "nothing was thrown, expected " << id;
}

inline constexpr tt::tt_metal::CoreCoord kFirst{0, 0};

// A program with one kernel from a string on BRISC of core (0,0).
struct OneKernel {
    tt::tt_metal::Program program = tt::tt_metal::CreateProgram();
    tt::tt_metal::KernelHandle handle;

    explicit OneKernel(const std::string& body, examples::Words compile_args = {})
        : handle(tt::tt_metal::CreateKernelFromString(
              program,
              "#include \"api/dataflow/dataflow_api.h\"\n#include \"api/debug/assert.h\"\n"
              "void kernel_main() {\n" +
                  body + "\n}\n",
              kFirst, examples::writer(std::move(compile_args)))) {}
};

// Runs that kernel with these runtime arguments.
inline void run_kernel(examples::Session& session, const std::string& body,
                       const examples::Words& args = {}) {
    OneKernel one(body);
    tt::tt_metal::SetRuntimeArgs(one.program, one.handle, kFirst, args);
    session.run(std::move(one.program));
}

inline tt::tt_metal::CircularBufferConfig cb(std::uint32_t bytes, std::uint32_t page,
                                             std::uint8_t index = 0) {
    return tt::tt_metal::CircularBufferConfig(bytes, {{index, tt::DataFormat::UInt32}})
        .set_page_size(index, page);
}

}  // namespace ironbird::tests
