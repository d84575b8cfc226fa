// A virtual board: tensors of pages, programs on them, and the time that both take.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <ttnn/tensor/tensor.hpp>
#include <ttnn/types.hpp>
#include <vector>

namespace piper::chip {

using ttnn::Tensor;

inline constexpr std::uint32_t kPageWords = 1024;

// What a board has done, in its own time.
struct Times {
    std::uint64_t programs = 0;
    double busy_seconds = 0;              // of programs
    double last_begin = 0, last_end = 0;  // of the last program, seconds of the board's clock
    std::uint64_t bytes_up = 0, bytes_down = 0;  // through the host link
};

class Chip {
 public:
    // By the product's name; "" is what IRONBIRD_CHIP says. Throws Error.
    explicit Chip(const std::string& product, int device_id = 0);
    Chip(const Chip&) = delete;
    Chip& operator=(const Chip&) = delete;
    ~Chip();

    ttnn::MeshDevice& device() { return *device_; }
    std::uint32_t cores() const;
    bool wide_dst() const;         // Dst holds 32 bits
    std::size_t l1_bytes() const;  // that programs get of one core

    // Pages of `page_words` words, the last one filled up with zeros.
    Tensor upload(std::vector<std::uint32_t> words, std::uint32_t page_words = kPageWords);
    std::vector<std::uint32_t> download(const Tensor& tensor);
    // Some pages, to where the words go.
    void download_pages(const Tensor& tensor, std::size_t first, std::size_t pages,
                        std::uint32_t* words);
    // Waits for all programs, so that their times are known.
    const Times& finish();

 private:
    std::shared_ptr<ttnn::MeshDevice> device_;
    std::uint64_t callback_ = 0;
    Times times_{};
};

tt::tt_metal::TensorSpec pages_spec(std::uint32_t pages, std::uint32_t page_words);

}  // namespace piper::chip
