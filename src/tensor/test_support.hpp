// What tests of tensors share.
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace ironbird::tensor {

// The text of what f throws; empty if it throws nothing.
inline std::string thrown(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

}  // namespace ironbird::tensor
