// Where the time of a host program goes: bytes to the device, operations asked for, waiting, bytes
// back; as the caller sees it, in wall time and in the time of the virtual machine. A call that
// does not block is short in its own phase; what it asked for shows where somebody waits.
//     const ironbird::Phases before = ironbird::phases();
//     …
//     table.add(size, ironbird::phases() - before);   // a ScalingTable
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace ironbird {

enum class Phase : std::uint8_t { to_device, operation, synchronise, from_device };
inline constexpr std::array<const char*, 4> kPhaseNames = {"to_device", "operation", "synchronise",
                                                           "from_device"};

struct PhaseTime {
    std::uint64_t calls = 0;
    double wall = 0, modelled = 0;  // seconds
};

struct Phases {
    std::array<PhaseTime, kPhaseNames.size()> of{};

    Phases operator-(const Phases& before) const {
        Phases apart = *this;
        for (std::size_t i = 0; i < of.size(); i++) {
            apart.of[i].calls -= before.of[i].calls;
            apart.of[i].wall -= before.of[i].wall;
            apart.of[i].modelled -= before.of[i].modelled;
        }
        return apart;
    }
};

}  // namespace ironbird

extern "C" {
// From one to the other the calling thread is in a phase; inside of one nothing else begins.
void ib_phase_begin(ironbird::Phase phase);
void ib_phase_end();
// Of this process so far, without what is still going on.
void ib_phases(ironbird::Phases* so_far);
}

namespace ironbird {

inline Phases phases() {
    Phases all;
    ib_phases(&all);
    return all;
}

class PhaseScope {
 public:
    explicit PhaseScope(Phase phase) { ib_phase_begin(phase); }
    ~PhaseScope() { ib_phase_end(); }
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;
};

// p in time ~ size^p: the slope of the logarithms, by least squares. NaN below two sizes, or with
// times that are 0.
inline double scaling_exponent(const std::vector<std::pair<double, double>>& size_and_time) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [size, time] : size_and_time) {
        const double lx = std::log(size), ly = std::log(time);
        n += 1, x += lx, y += ly, xx += lx * lx, xy += lx * ly;
    }
    const double apart = n * xx - x * x;
    return apart > 0 && std::isfinite(xy) ? (n * xy - x * y) / apart : std::nan("");
}

// Phases by size of a problem, and how each grows with it.
class ScalingTable {
 public:
    struct Row {
        double size;
        Phases phases;
    };

    void add(double size, const Phases& phases) { rows_.push_back({size, phases}); }
    const std::vector<Row>& rows() const { return rows_; }

    double exponent(Phase phase, double PhaseTime::* time) const {
        std::vector<std::pair<double, double>> points;
        for (const Row& row : rows_)
            points.emplace_back(row.size, row.phases.of[static_cast<std::size_t>(phase)].*time);
        return scaling_exponent(points);
    }

    // Microseconds: a part for modelled time, one for wall time.
    std::string text() const {
        return part("modelled us", &PhaseTime::modelled) + part("wall us", &PhaseTime::wall);
    }

 private:
    static std::string cell(const char* form, double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), form, value);
        return text.data();
    }

    std::string part(const char* name, double PhaseTime::* time) const {
        std::array<char, 128> line{};
        std::string all;
        const auto add = [&](const std::string& first, const auto& column) {
            std::snprintf(line.data(), line.size(), "%-12s %13s %13s %13s %13s\n", first.c_str(),
                          column(0).c_str(), column(1).c_str(), column(2).c_str(),
                          column(3).c_str());
            all += line.data();
        };
        add(name, [](std::size_t i) { return std::string(kPhaseNames[i]); });
        for (const Row& row : rows_)
            add(cell("%.6g", row.size),
                [&](std::size_t i) { return cell("%.2f", row.phases.of[i].*time * 1e6); });
        add("exponent", [&](std::size_t i) {
            const double p = exponent(static_cast<Phase>(i), time);
            return std::isnan(p) ? std::string("-") : cell("%.2f", p);
        });
        return all;
    }

    std::vector<Row> rows_;
};

}  // namespace ironbird
