// Files, pipes, and the two compressions that their libraries read.
#include "source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "error.hpp"

namespace piper {
namespace {

constexpr std::size_t kInput = 1 << 18;

Error trouble_with(const std::string& path, const std::string& what) {
    return Error(Exit::could_not_start, fmt::format("{}: {}", path, what));
}

std::optional<FileState> state_of(const struct stat& s) {
    if (!S_ISREG(s.st_mode)) return {};
    return FileState{static_cast<std::uint64_t>(s.st_size), s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
}

class FileSource : public Source {
 public:
    FileSource(std::string path, std::optional<FileState> expected) : path_(std::move(path)) {
        fd_ = path_ == "-" ? dup(STDIN_FILENO) : open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd_ < 0) throw trouble_with(path_, std::strerror(errno));
        struct stat now{};
        fstat(fd_, &now);
        const bool folder = S_ISDIR(now.st_mode);
        before_ = state_of(now);
        if (folder || (expected && before_ != expected)) {
            close(fd_);
            throw trouble_with(path_, folder ? "is a folder" : "changed while it was read");
        }
    }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource() override { close(fd_); }

    std::size_t read(char* to, std::size_t size) override {
        ssize_t got = 0;
        do got = ::read(fd_, to, size);
        while (got < 0 && errno == EINTR);
        if (got < 0) throw trouble_with(path_, std::strerror(errno));
        if (got == 0) check_unchanged();
        taken_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }

    std::uint64_t taken() const override { return taken_; }

 private:
    void check_unchanged() const {
        struct stat now{};
        if (before_ && fstat(fd_, &now) == 0 && state_of(now) != before_)
            throw trouble_with(path_, "changed while it was read");
    }

    std::string path_;
    int fd_ = -1;
    std::optional<FileState> before_{};
    std::uint64_t taken_ = 0;
};

// What has been read to look at, given out again.
class Peeked : public Source {
 public:
    explicit Peeked(std::unique_ptr<Source> below) : below_(std::move(below)) {
        while (head_.size() < 4) {
            char more[4];
            const std::size_t got = below_->read(more, 4 - head_.size());
            if (got == 0) break;
            head_.append(more, got);
        }
    }

    bool starts_with(std::string_view magic) const { return head_.starts_with(magic); }
    std::uint64_t taken() const override { return below_->taken(); }

    std::size_t read(char* to, std::size_t size) override {
        if (head_.empty()) return below_->read(to, size);
        const std::size_t n = std::min(size, head_.size());
        std::memcpy(to, head_.data(), n);
        head_.erase(0, n);
        return n;
    }

 private:
    std::unique_ptr<Source> below_;
    std::string head_;
};

class GzipSource : public Source {
 public:
    explicit GzipSource(std::unique_ptr<Source> below) : below_(std::move(below)), input_(kInput) {
        inflateInit2(&stream_, MAX_WBITS + 16);
    }
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override { inflateEnd(&stream_); }

    std::uint64_t taken() const override { return below_->taken(); }

    std::size_t read(char* to, std::size_t size) override {
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
        const uInt wanted = stream_.avail_out;
        while (stream_.avail_out == wanted) {
            if (stream_.avail_in == 0) {
                stream_.avail_in = static_cast<uInt>(below_->read(input_.data(), input_.size()));
                stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
                if (stream_.avail_in == 0) {
                    if (inside_) throw Error(Exit::could_not_start, "the gzip data is cut short");
                    return 0;
                }
            }
            inside_ = true;
            const int status = inflate(&stream_, Z_NO_FLUSH);
            if (status == Z_STREAM_END) {  // several members may follow each other
                inside_ = false;
                inflateReset(&stream_);
            } else if (status != Z_OK && status != Z_BUF_ERROR) {
                throw Error(Exit::could_not_start, "the gzip data is damaged");
            }
        }
        return wanted - stream_.avail_out;
    }

 private:
    std::unique_ptr<Source> below_;
    std::vector<char> input_;
    z_stream stream_{};
    bool inside_ = false;
};

class ZstdSource : public Source {
 public:
    explicit ZstdSource(std::unique_ptr<Source> below) : below_(std::move(below)), input_(kInput) {}

    std::uint64_t taken() const override { return below_->taken(); }

    std::size_t read(char* to, std::size_t size) override {
        ZSTD_outBuffer out{to, size, 0};
        while (out.pos == 0) {
            if (in_.pos == in_.size) {
                in_ = {input_.data(), below_->read(input_.data(), input_.size()), 0};
                if (in_.size == 0) {
                    if (left_ != 0)
                        throw Error(Exit::could_not_start, "the zstd data is cut short");
                    return 0;
                }
            }
            left_ = ZSTD_decompressStream(stream_.get(), &out, &in_);
            if (ZSTD_isError(left_) != 0)
                throw Error(Exit::could_not_start,
                            fmt::format("the zstd data is damaged: {}", ZSTD_getErrorName(left_)));
        }
        return out.pos;
    }

 private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };

    std::unique_ptr<Source> below_;
    std::vector<char> input_;
    std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
    ZSTD_inBuffer in_{nullptr, 0, 0};
    std::size_t left_ = 0;
};

class AllInputs : public Source {
 public:
    explicit AllInputs(Inputs inputs) : inputs_(std::move(inputs)) {}

    std::uint64_t taken() const override { return before_ + (now_ ? now_->taken() : 0); }

    std::size_t read(char* to, std::size_t size) override {
        while (true) {
            if (!now_) {
                if (next_ == inputs_.paths.size()) return 0;
                now_ = decompressed(open_file(inputs_.paths[next_], inputs_.states[next_]));
                ++next_;
                last_ = '\n';
            }
            if (const std::size_t got = now_->read(to, size); got != 0) {
                last_ = to[got - 1];
                return got;
            }
            before_ += now_->taken();
            now_.reset();
            if (last_ == '\n' || inputs_.binary) continue;
            *to = last_ = '\n';
            return 1;
        }
    }

 private:
    Inputs inputs_;
    std::size_t next_ = 0;
    std::unique_ptr<Source> now_{};
    std::uint64_t before_ = 0;
    char last_ = '\n';
};

std::vector<std::string> matches(const std::string& pattern) {
    if (pattern == "-" || std::filesystem::exists(pattern)) return {pattern};
    glob_t found{};
    const int status = glob(pattern.c_str(), 0, nullptr, &found);
    std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
    if (status != 0 || paths.empty()) throw trouble_with(pattern, "no such file");
    return paths;
}

bool is_binary(std::string path) {
    for (const std::string_view packed : {".gz", ".zst"})
        if (path.ends_with(packed)) path.resize(path.size() - packed.size());
    return path.ends_with(".bin");
}

}  // namespace

std::unique_ptr<Source> open_file(const std::string& path, std::optional<FileState> expected) {
    return std::make_unique<FileSource>(path, expected);
}

std::unique_ptr<Source> decompressed(std::unique_ptr<Source> below) {
    auto peeked = std::make_unique<Peeked>(std::move(below));
    if (peeked->starts_with("\x1f\x8b")) return std::make_unique<GzipSource>(std::move(peeked));
    if (peeked->starts_with("\x28\xb5\x2f\xfd"))
        return std::make_unique<ZstdSource>(std::move(peeked));
    return peeked;
}

Inputs find_inputs(const std::vector<std::string>& paths_and_patterns) {
    Inputs inputs;
    for (const std::string& pattern : paths_and_patterns)
        for (const std::string& path : matches(pattern)) inputs.paths.push_back(path);
    const auto binary = std::ranges::count_if(inputs.paths, is_binary);
    inputs.binary = binary != 0;
    if (inputs.binary && binary != std::ssize(inputs.paths))
        throw Error(Exit::could_not_start, "inputs are of both formats, TSV and binary rows");
    for (const std::string& path : inputs.paths) {
        struct stat now{};
        inputs.states.push_back(path != "-" && stat(path.c_str(), &now) == 0 ? state_of(now)
                                                                             : std::nullopt);
        inputs.again &= inputs.states.back().has_value();
        inputs.bytes += inputs.states.back().value_or(FileState{}).bytes;
    }
    if (!inputs.again) inputs.bytes = 0;
    return inputs;
}

std::unique_ptr<Source> open_inputs(const Inputs& inputs) {
    return std::make_unique<AllInputs>(inputs);
}

}  // namespace piper
