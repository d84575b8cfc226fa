// A column's pages in slices: job j is slice j % slices of column j / slices.
#pragma once

#include "pages.h"

struct Slice {
    uint32_t column, first, count;  // pages within the column
};

inline Slice slice_of(uint32_t job, uint32_t slices, uint32_t pages) {
    const uint32_t column = job / slices, slice = job - column * slices;
    const uint32_t first = pages * slice / slices;
    return {column, first, pages * (slice + 1) / slices - first};
}
