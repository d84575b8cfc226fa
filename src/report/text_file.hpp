// A file written piece by piece, with the buffer that formatting needs.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

namespace ironbird::report {

// Bytes reach the disk at flush() and at the end. A file that cannot be opened or written swallows
// them and answers false to ok(): a report never ends a run.
class TextFile {
 public:
    TextFile() = default;
    explicit TextFile(const std::filesystem::path& path) {
        std::error_code ignored;
        std::filesystem::create_directories(path.parent_path(), ignored);
        file_.reset(std::fopen(path.c_str(), "w"));
        ok_ = file_ != nullptr;
    }
    ~TextFile() { flush(); }
    TextFile(TextFile&&) = default;
    TextFile& operator=(TextFile&&) = default;

    template <class... T>
    void add(fmt::format_string<T...> format, T&&... values) {
        fmt::format_to(fmt::appender(text_), format, std::forward<T>(values)...);
        if (text_.size() >= kMost) flush();
    }
    void flush() {
        if (file_ != nullptr && text_.size() != 0) {
            ok_ &= std::fwrite(text_.data(), 1, text_.size(), file_.get()) == text_.size();
            ok_ &= std::fflush(file_.get()) == 0;
        }
        text_.clear();
    }
    bool ok() const { return ok_; }

 private:
    static constexpr std::size_t kMost = 1 << 20;
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };

    std::unique_ptr<std::FILE, Close> file_;
    fmt::memory_buffer text_;
    bool ok_ = false;
};

}  // namespace ironbird::report
