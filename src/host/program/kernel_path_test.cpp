// Where kernel files are looked for, and in which order.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/fault.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {
namespace {

namespace fs = std::filesystem;

class KernelPathTest : public testing::Test {
 protected:
    fs::path top_ = fs::temp_directory_path() / ("ironbird-paths-" + std::to_string(::getpid()));
    fs::path before_ = fs::current_path();
    Options options_;

    void SetUp() override {
        for (const char* place : {"here", "kernels", "root", "home", "set"})
            fs::create_directories(top_ / place);
        fs::current_path(top_ / "here");
        options_.kernel_path = top_ / "kernels";
        options_.runtime_root = top_ / "root";
        options_.home = top_ / "home";
    }

    void TearDown() override {
        set_root_dir("");
        fs::current_path(before_);
        fs::remove_all(top_);
    }

    void put(const char* place) {
        std::ofstream(top_ / place / "k.cpp") << "void kernel_main() {}";
    }
    std::string find(const std::string& name) { return find_kernel_file(name, options_); }
    std::string found() { return fs::path(find("k.cpp")).parent_path().filename(); }
};

TEST_F(KernelPathTest, NearestFirst) {
    put("home");
    EXPECT_EQ(found(), "home");
    put("set");
    set_root_dir((top_ / "set").string());
    EXPECT_EQ(found(), "set");
    put("root");
    EXPECT_EQ(found(), "root");
    put("kernels");
    EXPECT_EQ(found(), "kernels");
    put("here");
    EXPECT_EQ(found(), "here");
}

TEST_F(KernelPathTest, AbsolutePathsAreTakenAsTheyAre) {
    put("home");
    const std::string path = (top_ / "home" / "k.cpp").string();
    EXPECT_EQ(find(path), path);
    EXPECT_THROW(find((top_ / "none.cpp").string()), Error);
}

TEST_F(KernelPathTest, MuxesAreThoseOfTheModel) {
    const std::string name = "tt_metal/fabric/impl/kernels/tt_fabric_mux.cpp";
    fs::create_directories((top_ / "home" / name).parent_path());
    std::ofstream(top_ / "home" / name) << "#error";
    EXPECT_EQ(find(name).find(top_.string()), std::string::npos);
}

TEST_F(KernelPathTest, TheErrorNamesThePlaces) {
    try {
        find("k.cpp");
        FAIL() << "found a file that does not exist";
    } catch (const Error& e) {
        EXPECT_EQ(e.fault(), Fault::kernel_file);
        for (const char* place : {"here", "kernels", "root", "home"})
            EXPECT_NE(e.detail().find((top_ / place).string()), std::string::npos) << place;
    }
}

TEST_F(KernelPathTest, AFolderIsNoKernel) {
    fs::create_directories(top_ / "here" / "k.cpp");
    EXPECT_THROW(find("k.cpp"), Error);
}

}  // namespace
}  // namespace ironbird::host
