// A stretch of anonymous memory that costs only what is touched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ironbird::mem {

class Mapping {
 public:
    Mapping() = default;
    explicit Mapping(std::size_t bytes);
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;

    std::uint8_t* data() const { return data_; }
    std::size_t size() const { return bytes_; }

    // Takes away access to a range of whole pages.
    void close(std::size_t offset, std::size_t bytes);

    // Gives the pages back to the system: reads as zero again.
    void clear();

 private:
    std::uint8_t* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace ironbird::mem
