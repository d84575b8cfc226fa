// The run in a few figures.
import type { Report, Run, Timeline } from "./data";
import { el, table } from "./dom";
import { bytes, grouped, percent, rate, seconds } from "./format";

function tile(name: string, value: string, note = ""): HTMLElement {
    return el(
        "div",
        { class: "tile" },
        el("dt", {}, name),
        el("dd", {}, value),
        note ? el("dd", { class: "note" }, note) : null,
    );
}

function tiles(run: Run): HTMLElement {
    const p = run.profile;
    const traffic = run.traffic ?? {};
    const count = (key: string): number => Number(traffic[key] ?? 0);
    const dram = count("dram_read_bytes") + count("dram_write_bytes");
    const noc = [traffic["noc_bytes"] ?? []].flat().reduce((a: number, b) => a + Number(b), 0);
    const time = run.seconds ?? 0;
    return el(
        "dl",
        { class: "tiles" },
        tile(
            "chip",
            `${run.chips ?? 1} × ${run.chip ?? "?"}`,
            `network ${run.timing ?? "?"}, math ${run.math ?? "?"}`,
        ),
        tile(
            "modelled time",
            seconds(time),
            run.error?.text.replaceAll("+-", "±") ?? "error unknown",
        ),
        tile("cycles", grouped(run.cycles ?? 0), `${grouped(run.programs ?? 0)} launched`),
        tile("cores", p ? `${p.cores} of ${p.grid}` : "–"),
        tile(
            "DRAM",
            bytes(dram),
            p && time > 0 ? `${percent(dram / time, p.peaks.dram_bytes)} of its bandwidth` : "",
        ),
        tile("NoCs", bytes(noc), `${grouped(count("noc_transactions"))} transactions`),
        tile(
            "products",
            p ? rate(p.flops / Math.max(time, 1e-12), "FLOP/s") : "–",
            p && time > 0
                ? `${percent(p.flops / time, p.peaks.flops)} of the peak at this fidelity`
                : "",
        ),
        tile("end", run.end ?? "unknown", `wall ${seconds(run.wall_seconds ?? 0)}`),
    );
}

// The critical path as one bar.
function path_bar(path: Record<string, number>): HTMLElement {
    const all = Object.values(path).reduce((a, b) => a + b, 0);
    const parts = Object.entries(path).sort((a, b) => b[1] - a[1]);
    return el(
        "div",
        {},
        el("h3", {}, "Critical path"),
        el(
            "div",
            {
                class: "path",
                role: "img",
                "aria-label":
                    "Critical path: " +
                    parts.map(([name, n]) => `${name} ${percent(n, all)}`).join(", "),
            },
            ...parts.map(([name, n]) =>
                el(
                    "div",
                    {
                        class: `step ${name}`,
                        style: `flex-grow:${n}`,
                        title: `${name}: ${grouped(n)} cycles, ${percent(n, all)}`,
                    },
                    n / all > 0.07 ? `${name} ${percent(n, all)}` : "",
                ),
            ),
        ),
    );
}

function processors(run: Run, timeline: Timeline | null): HTMLElement {
    const all = run.profile!.processors;
    const causes = [...new Set(Object.values(all).flatMap((p) => Object.keys(p.stalls)))];
    const text = (key: string): string => timeline?.kinds.find((k) => k.key === key)?.text ?? key;
    const sum = (stalls: Record<string, number>): number =>
        Object.values(stalls).reduce((a, b) => a + b, 0);
    return table(
        "What processors did, over all cores",
        ["processor", "cycles", "works", ...causes.map(text)],
        Object.entries(all).map(([name, p]) => [
            name,
            grouped(p.cycles),
            percent(Math.max(0, p.cycles - sum(p.stalls)), p.cycles),
            ...causes.map((c) => percent(p.stalls[c] ?? 0, p.cycles)),
        ]),
    );
}

export function overview(report: Report): HTMLElement {
    const { run } = report;
    const p = run.profile;
    return el(
        "div",
        {},
        tiles(run),
        p && Object.keys(p.path).length > 0 ? path_bar(p.path) : null,
        p
            ? el(
                  "div",
                  { class: "scroll", tabindex: 0, role: "region", "aria-label": "Processors" },
                  processors(run, report.timeline),
              )
            : null,
    );
}

export function about(report: Report): HTMLElement {
    const { run } = report;
    const rows: [string, string][] = [
        ["run", report.name],
        ["command", (run.command ?? []).join(" ")],
        ["ironbird", run.version ?? ""],
        ["models the API of tt-metal", run.upstream ?? ""],
        ["delivery", run.noc ?? ""],
        ["waited for the host", seconds(run.waited_seconds ?? 0)],
        ...(run.warnings ?? []).map((w): [string, string] => ["warning", w]),
    ];
    return el(
        "dl",
        { class: "about" },
        ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    );
}
