// A lock on a file beside the entry.
#include "jit/turn.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace ironbird::jit {

Turn::Turn(const std::string& folder, const std::string& name)
    : path_(folder + "/" + name + ".lock"),
      file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) return;
    while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

// Somebody who waits for the removed file and somebody who makes it anew may go at a time: both
// look for the entry first.
Turn::~Turn() {
    if (file_ < 0) return;
    ::unlink(path_.c_str());
    ::close(file_);
}

}  // namespace ironbird::jit
