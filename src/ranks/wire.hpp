// Values of the device layer as bytes. Both ends are of one version (see Identity), so whatever is
// plain memory goes as it is.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/fault.hpp"
#include "device/engine.hpp"
#include "device/peers.hpp"
#include "device/print/record.hpp"
#include "ranks/link.hpp"

namespace ironbird::ranks {

template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

class Out {
 public:
    template <Plain T>
    Out& operator<<(const T& value) {
        device::append(bytes, value);
        return *this;
    }
    Out& operator<<(std::string_view text) { return put(std::span(text)); }
    Out& operator<<(const std::string& text) { return *this << std::string_view(text); }
    template <Plain T>
    Out& operator<<(const std::vector<T>& values) {
        return put(std::span<const T>(values));
    }
    template <class T>
    Out& put(std::span<const T> values) {
        *this << static_cast<std::uint64_t>(values.size());
        device::append(bytes, values.data(), values.size_bytes());
        return *this;
    }

    Bytes bytes;
};

class In {
 public:
    explicit In(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
    bool at_end() const { return rest_.at_end(); }

    template <Plain T>
    In& operator>>(T& value) {
        value = rest_.next<T>();
        return *this;
    }
    In& operator>>(std::string& text) {
        text = rest_.text(next<std::uint64_t>());
        return *this;
    }
    template <Plain T>
    In& operator>>(std::vector<T>& values) {
        const auto n = next<std::uint64_t>();
        const auto from = rest_.bytes(n * sizeof(T));
        values.resize(n);
        if (n != 0) std::memcpy(values.data(), from.data(), from.size());
        return *this;
    }
    template <class T>
    T next() {
        T value{};
        *this >> value;
        return value;
    }
    // Lies in the message.
    std::span<const std::uint8_t> bytes() { return rest_.bytes(next<std::uint64_t>()); }

 private:
    device::RecordReader rest_;
};

Out& operator<<(Out& out, const Place& place);
In& operator>>(In& in, Place& place);
Out& operator<<(Out& out, const Error& error);
Error take_error(In& in);
Out& operator<<(Out& out, const device::EngineOptions& options);
In& operator>>(In& in, device::EngineOptions& options);
Out& operator<<(Out& out, const device::PrintLine& line);
In& operator>>(In& in, device::PrintLine& line);
Out& operator<<(Out& out, const device::UnitWarning& warning);
In& operator>>(In& in, device::UnitWarning& warning);
Out& operator<<(Out& out, const noc::Usage& usage);  // without histories
In& operator>>(In& in, noc::Usage& usage);
Out& operator<<(Out& out, const device::FarFrame& frame);
In& operator>>(In& in, device::FarFrame& frame);  // its payload lies in the message

// A kernel by where its code is, and what it was loaded with.
struct KernelPlace {
    std::string object_path, source_path;
    std::uint64_t hash = 0;
    abi::Processor processor{};
    ib_compute_tables tables{};
    ib_chip_tables chip{};
};
Out& operator<<(Out& out, const KernelPlace& place);
In& operator>>(In& in, KernelPlace& place);

// A launch with what it points to. Kernels are numbers: those of whoever wrote it.
using KernelNumbers = std::map<const abi::Kernel*, std::uint32_t>;
void put_launch(Out& out, const device::Launch& launch, const KernelNumbers& numbers);

struct HeldLaunch {
    device::Launch launch;
    std::vector<device::CoreLaunch> cores;
    std::vector<std::vector<device::CbSetup>> cbs;  // that cores share
    std::vector<std::vector<device::CoreLaunch::Write>> writes;
    Bytes message;  // the writes point into it
};
// Takes the message over.
std::unique_ptr<HeldLaunch> take_launch(Bytes message, std::span<const abi::Kernel* const> kernels);

}  // namespace ironbird::ranks
