// Everything is read from /sys, /proc and the environment: nothing is started.
#include "checklist.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace piper {
namespace {

namespace fs = std::filesystem;

constexpr double kGigabytesWanted = 16;

std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::optional<fs::path> card(const Machine& machine) {
    std::error_code error;
    for (const auto& device : fs::directory_iterator(machine.root / "sys/bus/pci/devices", error))
        if (first_line(device.path() / "vendor") == "0x1e52") return device.path();
    return {};
}

bool on_path(const Machine& machine, const std::string& program) {
    std::istringstream folders(machine.variable("PATH"));
    std::error_code error;
    for (std::string folder; std::getline(folders, folder, ':');)
        if (fs::exists(machine.root / fs::path(folder).relative_path() / program, error))
            return true;
    return false;
}

Checked card_found(const Machine& machine) {
    const auto found = card(machine);
    return {"card", found ? Outcome::pass : Outcome::fail,
            found ? found->filename().string() : "no PCI device of vendor 1e52",
            "seat the card; without one pipelines run on the host"};
}

Checked link_width(const Machine& machine) {
    const auto found = card(machine);
    if (!found) return {"PCIe Gen4 x16", Outcome::warn, "no card", ""};
    const std::string speed = first_line(*found / "current_link_speed");
    const std::string width = first_line(*found / "current_link_width");
    const bool full = speed.starts_with("16") && width == "16";
    return {"PCIe Gen4 x16", full ? Outcome::pass : Outcome::warn, speed + " x" + width,
            "a slot of 16 GT/s and 16 lanes; check the BIOS"};
}

Checked driver(const Machine& machine) {
    const bool loaded = fs::exists(machine.root / "sys/module/tenstorrent");
    return {"kernel module", loaded ? Outcome::pass : Outcome::fail,
            loaded ? "tenstorrent is loaded" : "tenstorrent is not loaded",
            "install tt-kmd through DKMS, then modprobe tenstorrent"};
}

Checked pages(const Machine& machine) {
    const HugePages p = huge_pages_of(machine);
    const double gigabytes = static_cast<double>(p.total) * 2 / 1024;
    const bool few_free = p.total != 0 && p.free * 2 < p.total;
    return {"huge pages of 16 GB",
            gigabytes >= kGigabytesWanted && !few_free ? Outcome::pass : Outcome::warn,
            fmt::format("{:.1f} GB, {} of {} pages free", gigabytes, p.free, p.total),
            "ironbird piper hugepages 16"};
}

Checked airflow(const Machine&) {
    return {"airflow", Outcome::warn, "cannot be seen from here", "30 CFM or more; 50 is better"};
}

Checked supply(const Machine&) {
    return {"power supply", Outcome::warn, "cannot be seen from here",
            "750 W for e75, 1000 W for e150"};
}

Checked tool(const Machine& machine, const std::string& name) {
    const bool there = on_path(machine, name);
    return {name, there ? Outcome::pass : Outcome::warn, there ? "found" : "not on PATH",
            "install " + name};
}

Checked smi(const Machine& machine) {
    return tool(machine, "tt-smi");
}
Checked flash(const Machine& machine) {
    return tool(machine, "tt-flash");
}

// The name behind the link tells the version: nothing is started.
Checked python(const Machine& machine) {
    std::error_code error;
    std::istringstream folders(machine.variable("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');)
        for (int minor = 30; minor >= 8; --minor) {
            const auto name = fmt::format("python3.{}", minor);
            if (fs::exists(machine.root / fs::path(folder).relative_path() / name, error))
                return {"Python 3.8", Outcome::pass, name, ""};
        }
    return {"Python 3.8", Outcome::warn, "no python3.8 or later on PATH", "install python3"};
}

Checked firmware(const Machine& machine) {
    const auto found = card(machine);
    std::error_code error;
    for (const auto& device :
         fs::directory_iterator(found.value_or("/none") / "tenstorrent", error))
        if (const auto version = first_line(device.path() / "tt_fw_bundle_ver"); !version.empty())
            return {"firmware", Outcome::pass, version, ""};
    return {"firmware", Outcome::warn, found ? "its version cannot be read" : "no card",
            "tt-flash --version; tt-flash --fw-tar with the newest bundle"};
}

Checked dkms(const Machine& machine) {
    std::error_code error;
    const bool there = fs::exists(machine.root / "var/lib/dkms/tenstorrent", error);
    return {"DKMS", there ? Outcome::pass : Outcome::warn,
            there ? "knows tenstorrent" : "does not know tenstorrent",
            "dkms add and install tt-kmd, so that a new kernel gets the module"};
}

Checked pybuda(const Machine& machine) {
    std::error_code error;
    std::istringstream folders(machine.variable("PYTHONPATH"));
    for (std::string folder; std::getline(folders, folder, ':');)
        if (fs::exists(machine.root / fs::path(folder).relative_path() / "pybuda", error))
            return {"pybuda", Outcome::pass, folder, ""};
    return {"pybuda", Outcome::warn, "not on PYTHONPATH", "eval \"$(ironbird env)\""};
}

Checked architecture(const Machine& machine) {
    const std::string name = machine.variable("ARCH_NAME");
    return {"ARCH_NAME", name == "grayskull" ? Outcome::pass : Outcome::warn,
            name.empty() ? "not set" : name, "export ARCH_NAME=grayskull"};
}

Checked home(const Machine& machine) {
    const std::string path = machine.variable("TT_METAL_HOME");
    std::error_code error;
    const bool there =
        !path.empty() && fs::exists(machine.root / fs::path(path).relative_path() / "build", error);
    return {"TT_METAL_HOME", there ? Outcome::pass : Outcome::warn,
            path.empty() ? "not set"
            : there      ? path
                         : path + " has no build",
            "export TT_METAL_HOME to a built tree"};
}

constexpr auto kItems =
    std::to_array({card_found, link_width, driver, pages, airflow, supply, flash, firmware, dkms,
                   smi, architecture, home, python, pybuda});

std::optional<double> sensor(const fs::path& device, const char* name, double scale) {
    std::error_code error;
    for (const auto& folder : fs::directory_iterator(device / "hwmon", error)) {
        const std::string text = first_line(folder.path() / name);
        if (!text.empty()) return std::strtod(text.c_str(), nullptr) / scale;
    }
    return {};
}

}  // namespace

Machine this_machine() {
    return {"/", [](const std::string& name) {
                const char* value = std::getenv(name.c_str());
                return std::string(value == nullptr ? "" : value);
            }};
}

std::vector<Checked> checklist(const Machine& machine) {
    std::vector<Checked> all;
    for (const auto item : kItems) all.push_back(item(machine));
    return all;
}

Sample sample(const Machine& machine) {
    const auto device = card(machine);
    if (!device) return {};
    return {sensor(*device, "temp1_input", 1000), sensor(*device, "power1_input", 1e6),
            first_line(*device / "current_link_speed") + " x" +
                first_line(*device / "current_link_width")};
}

HugePages huge_pages_of(const Machine& machine) {
    HugePages pages;
    std::ifstream file(machine.root / "proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        const auto number = [&] {
            return std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
        };
        if (line.starts_with("HugePages_Total:")) pages.total = number();
        if (line.starts_with("HugePages_Free:")) pages.free = number();
        if (line.starts_with("MemTotal:")) pages.memory = number() * 1024;
    }
    return pages;
}

}  // namespace piper
