// The tests with one instruction set: the first argument names it, without one the best is used.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <map>
#include <string>

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const std::map<std::string, std::int64_t> sets = {
        {"sse4", HWY_SSE4}, {"avx2", HWY_AVX2}, {"avx3", HWY_AVX3}};
    if (argc > 1) {
        const std::int64_t wanted = sets.at(argv[1]);
        if ((hwy::SupportedTargets() & wanted) == 0) return 0;
        hwy::SetSupportedTargetsForTest(wanted);
    }
    return RUN_ALL_TESTS();
}
