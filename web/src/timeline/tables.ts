// What the timeline shows, in words and numbers.
import type { ChipRecord, Timeline } from "../data";
import { type Row, table } from "../dom";
import { core_name, grouped, percent } from "../format";
import { first_after, IDLE, type Strip } from "./strips";

export function lane_name(strip: Strip, timeline: Timeline): string {
    return `${core_name(strip.x, strip.y)} ${timeline.processors[strip.processor]}`;
}

const LONGEST_TABLE = 200;

// Cycles of each lane by kind.
export function lanes_table(strips: Strip[], timeline: Timeline): HTMLTableElement {
    const kinds = timeline.kinds
        .map((k, i) => ({ ...k, i }))
        .filter((k) => k.i !== IDLE && strips.some((s) => (s.record.by[k.i] ?? 0) > 0));
    const rows: Row[] = strips
        .slice(0, LONGEST_TABLE * 4)
        .map((s) => [
            lane_name(s, timeline),
            s.record.kernels.join(", "),
            ...kinds.map((k) => grouped(s.record.by[k.i] ?? 0)),
        ]);
    return table(
        "Cycles of every processor",
        ["processor", "kernels", ...kinds.map((k) => k.text)],
        rows,
    );
}

// The pieces of one lane that are in view.
export function pieces_table(
    strip: Strip,
    timeline: Timeline,
    from: number,
    to: number,
    begin: number,
): HTMLTableElement {
    const rows: Row[] = [];
    for (let i = first_after(strip.ends, from); i < strip.ends.length; i++) {
        const start = i === 0 ? begin : strip.ends[i - 1]!;
        if (start >= to || rows.length === LONGEST_TABLE) break;
        const kind = strip.kinds[i]!;
        if (kind === IDLE) continue;
        rows.push([
            grouped(start),
            grouped(strip.ends[i]!),
            grouped(strip.ends[i]! - start),
            timeline.kinds[kind]!.text,
        ]);
    }
    const more = rows.length === LONGEST_TABLE ? `, the first ${LONGEST_TABLE}` : "";
    const merged =
        strip.record.resolution > 1
            ? `; what is shorter than ${strip.record.resolution} cycles is merged`
            : "";
    return table(
        `${lane_name(strip, timeline)} in view${more}${merged}`,
        ["from", "to", "cycles", "does or waits for"],
        rows,
    );
}

export function launches_table(chip: ChipRecord): HTMLTableElement {
    const all = chip.launches.reduce((sum, l) => sum + l.end - l.start, 0);
    return table(
        "Launches",
        ["program", "launches", "cores", "start", "cycles", "share"],
        chip.launches
            .slice(0, LONGEST_TABLE)
            .map((l) => [
                l.done ? l.name : `${l.name} (never ended)`,
                grouped(l.count),
                l.cores,
                grouped(l.start),
                grouped(l.end - l.start),
                percent(l.end - l.start, all),
            ]),
    );
}
