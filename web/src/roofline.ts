// Programs between the two roofs of the chip: products and DRAM bandwidth.
import type uPlot from "uplot";
import { axis, chart, LINES } from "./chart";
import type { Program, Run } from "./data";
import { el, table } from "./dom";
import { bytes, grouped, percent, rate } from "./format";
import { colour } from "./theme";

interface Point {
    name: string;
    intensity: number; // operations for each byte of DRAM
    speed: number; // operations a second
    roof: number; // what the chip allows at this intensity
    program: Program;
}

interface Roof {
    name: string;
    flops: number;
}

function roofs_of(run: Run): Roof[] {
    const peaks = run.profile!.peaks;
    const lofi = peaks.flops_one_phase ?? peaks.flops;
    return [
        ["LoFi", 1],
        ["HiFi2", 2],
        ["HiFi3", 3],
        ["HiFi4", 4],
    ].map(([name, phases]) => ({ name: name as string, flops: lofi / (phases as number) }));
}

function points_of(run: Run, clock_mhz: number): Point[] {
    const peaks = run.profile!.peaks;
    return run
        .profile!.programs.filter((p) => (p.flops ?? 0) > 0 && p.cycles > 0)
        .map((program) => {
            const intensity = program.flops! / Math.max(1, program.dram_bytes ?? 0);
            const speed = program.flops! / (program.cycles / (clock_mhz * 1e6));
            return {
                name: program.name,
                intensity,
                speed,
                program,
                roof: Math.min(peaks.flops, intensity * peaks.dram_bytes),
            };
        });
}

function picture(run: Run, roofs: Roof[], points: Point[]): HTMLElement {
    const dram = run.profile!.peaks.dram_bytes;
    const ridge = roofs[0]!.flops / dram;
    const low = Math.min(1, ...points.map((p) => p.intensity / 2));
    const high = Math.max(ridge * 8, ...points.map((p) => p.intensity * 2));
    const xs = [
        ...new Set(
            [...Array(81).keys()]
                .map((i) => low * (high / low) ** (i / 80))
                .concat(
                    points.map((p) => p.intensity),
                    roofs.map((r) => r.flops / dram),
                ),
        ),
    ].sort((a, b) => a - b);
    const lines = roofs.map((r) => xs.map((x) => Math.min(r.flops, x * dram)));
    const dots = points.map((p) => xs.map((x) => (x === p.intensity ? p.speed : null)));
    return chart("Roofline; the table below has the same numbers", 320, () => [
        {
            scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
            axes: [
                axis("operations for each byte of DRAM", 34),
                axis("operations a second", 92, (_, ticks) =>
                    ticks.map((v) => (v ? rate(v, "FLOP/s") : "")),
                ),
            ],
            series: [
                { label: "FLOP/B", value: (_, v) => (v === null ? "–" : v.toPrecision(3)) },
                ...roofs.map((r, i) => ({
                    label: r.name,
                    stroke: colour("--muted"),
                    width: 1.5,
                    ...(i > 0 ? { dash: [6, 3 * i] } : {}),
                    points: { show: false },
                    value: (_: uPlot, v: number | null) => (v === null ? "–" : rate(v, "FLOP/s")),
                })),
                ...points.map((p, i) => ({
                    label: p.name,
                    stroke: LINES[i % LINES.length]!,
                    paths: () => null,
                    points: { show: true, size: 11, fill: LINES[i % LINES.length]! },
                    value: (_: uPlot, v: number | null) => (v === null ? "–" : rate(v, "FLOP/s")),
                })),
            ],
        },
        [xs, ...lines, ...dots] as uPlot.AlignedData,
    ]);
}

export function roofline(run: Run, clock_mhz: number): HTMLElement {
    const roofs = roofs_of(run),
        points = points_of(run, clock_mhz);
    const programs = run.profile!.programs;
    const all = programs.reduce((sum, p) => sum + p.cycles, 0);
    const sums = table(
        "Programs",
        ["program", "launches", "cycles", "share", "operations", "DRAM", "speed", "of its roof"],
        programs.map((p) => {
            const point = points.find((q) => q.program === p);
            return [
                p.name,
                grouped(p.launches),
                grouped(p.cycles),
                percent(p.cycles, all),
                rate(p.flops ?? 0, "FLOP"),
                bytes(p.dram_bytes ?? 0),
                point ? rate(point.speed, "FLOP/s") : "–",
                point ? percent(point.speed, point.roof) : "–",
            ];
        }),
    );
    sums.id = "programs";
    const note =
        points.length === 0
            ? el(
                  "p",
                  {},
                  "No program used the matrix unit, so there are no points below the roofs.",
              )
            : null;
    return el(
        "div",
        {},
        note,
        picture(run, roofs, points),
        el(
            "p",
            { class: "keys" },
            "Roofs: products of the whole grid at each fidelity, and DRAM bandwidth times " +
                "intensity. A program below the slope is held by DRAM, below the flat part by the matrix unit. " +
                '"Of its roof" takes the fidelity of this run.',
        ),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Programs" }, sums),
    );
}
