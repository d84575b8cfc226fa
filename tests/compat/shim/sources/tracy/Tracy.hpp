// Marks of the Tracy profiler, which upstream's sources carry: nothing listens here.
#pragma once

#define FrameMark
#define ZoneScoped
#define ZoneScopedN(name)
#define ZoneText(text, size)
