// docs/ops.md is what the rows say.
#include "document.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

TEST(Document, IsWhatTheRowsSay) {
    std::ifstream file(IRONBIRD_SOURCE_DIR "/docs/ops.md");
    std::stringstream page;
    page << file.rdbuf();
    EXPECT_TRUE(page.str() == ironbird::tile::document())
        << "regenerate: ops_document > docs/ops.md";
}
