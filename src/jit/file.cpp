// A file's content without a stream's buffer in between: a warm start reads hundreds of headers.
#include "jit/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ironbird::jit {

std::optional<std::string> read_file(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return std::nullopt;
    struct stat s{};
    std::string text;
    std::size_t filled = 0;
    bool ok = fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
    if (ok) text.resize(static_cast<std::size_t>(s.st_size));
    while (ok && filled < text.size()) {
        const ssize_t n = read(fd, text.data() + filled, text.size() - filled);
        ok = n > 0;
        if (ok) filled += static_cast<std::size_t>(n);
    }
    close(fd);
    return ok ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace ironbird::jit
