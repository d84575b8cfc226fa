// Processes that are about to make the same file.
#pragma once

#include <string>

namespace ironbird::jit {

// A lock between processes, one for each file of a cache folder: whoever has waited for it finds
// the file made. Released when its holder dies. Does nothing where files cannot be locked.
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
