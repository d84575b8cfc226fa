// Processes that are about to make the same file.
#pragma once

#include <string>

namespace ironbird::jit {

// Held by one thread of all processes that use the folder at a time: whoever waited finds what the
// other has made. Given back when its holder dies. Where files cannot be locked everybody has it.
class Turn {
 public:
    Turn(const std::string& folder, const std::string& name);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

 private:
    std::string path_;
    int file_;
};

}  // namespace ironbird::jit
