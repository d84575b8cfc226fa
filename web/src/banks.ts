// DRAM banks: what each has served, and when.
import type uPlot from "uplot";
import { axis, chart, LINES } from "./chart";
import type { ChipRecord } from "./data";
import { el, table } from "./dom";
import { grouped, percent, rate } from "./format";
import { heat } from "./heat";
import { on_theme } from "./theme";

// Bytes a second of each bank in each time bucket; nothing where the bank rested.
function series_of(chip: ChipRecord): uPlot.AlignedData {
    const { width, buckets, banks } = chip.traffic;
    const seconds = width / (chip.clock_mhz * 1e6);
    const x = buckets.map((b) => b * width);
    const all = banks.map((bank) => {
        const values: (number | null)[] = new Array(buckets.length).fill(0);
        for (let i = 0; i < bank.over.length; i += 2)
            values[bank.over[i]!] = bank.over[i + 1]! / seconds;
        return values;
    });
    return [x, ...all] as uPlot.AlignedData;
}

function over_time(chip: ChipRecord): HTMLElement {
    const data = series_of(chip);
    return chart("Bytes a second of each DRAM bank over time; the table has the sums", 260, () => [
        {
            scales: { x: { time: false } },
            axes: [
                axis("cycle", 34, (_, ticks) => ticks.map(grouped)),
                axis("of one bank", 74, (_, ticks) => ticks.map((v) => rate(v, "B/s"))),
            ],
            series: [
                { label: "cycle", value: (_, v) => (v === null ? "–" : grouped(v)) },
                ...chip.traffic.banks.map((_, i) => ({
                    label: `bank ${i}`,
                    stroke: LINES[i % LINES.length]!,
                    width: 1.5,
                    value: (__: uPlot, v: number | null) => (v === null ? "–" : rate(v, "B/s")),
                })),
            ],
        },
        data,
    ]);
}

export function bank_map(chip: ChipRecord): HTMLElement {
    const cycles = chip.launches.reduce((sum, l) => sum + l.end - l.start, 0);
    const shares: [HTMLElement, number][] = [];
    const rows = chip.traffic.banks.map((b, i) => {
        const busy = el(
            "span",
            { class: "heat", "data-bank": i, "data-busy": b.busy },
            percent(Math.min(b.busy, cycles), cycles),
        );
        shares.push([busy, b.busy / Math.max(1, cycles)]);
        return [`bank ${i}`, grouped(b.read_bytes), grouped(b.written_bytes), busy];
    });
    const colour = (): void =>
        shares.forEach(([cell, share]) => {
            const colours = heat(share);
            cell.style.background = colours.back;
            cell.style.color = colours.text;
        });
    colour();
    on_theme(colour);
    const sums = table(
        "What each bank served",
        ["bank", "bytes read", "bytes written", "busy"],
        rows,
    );
    sums.id = "bank-map";
    return el(
        "div",
        { class: "beside" },
        over_time(chip),
        el("div", { class: "scroll", tabindex: -1 }, sums),
    );
}
