// The same with its waypoint.
#define STEP
#include "stuck.cpp"
