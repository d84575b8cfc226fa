// mmap behind RAII.
#include "mem/mapping.hpp"

#include <sys/mman.h>

#include <utility>

#include "base/fault.hpp"

namespace ironbird::mem {

Mapping::Mapping(std::size_t bytes) : bytes_(bytes) {
    void* got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED)
        throw Error(Fault::out_of_memory,
                    "the system refuses the address space of a chip's memory");
    data_ = static_cast<std::uint8_t*>(got);
}

Mapping::~Mapping() {
    if (data_ != nullptr) munmap(data_, bytes_);
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

void Mapping::close(std::size_t offset, std::size_t bytes) {
    if (bytes > 0)
        invariant(mprotect(data_ + offset, bytes, PROT_NONE) == 0, "mprotect of a mapping");
}

void Mapping::clear() {
    madvise(data_, bytes_, MADV_DONTNEED);
}

}  // namespace ironbird::mem
