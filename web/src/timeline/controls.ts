// Buttons, choices and the legend of the timeline.
import type { Timeline } from "../data";
import { choice, el, labelled } from "../dom";
import { core_name } from "../format";
import type { Moves } from "./input";
import { BUSY, IDLE, type Strip } from "./strips";

export interface LaneChoice {
    lanes(which: string): void; // "all", "processor:N", "core:(x,y)"
    height(row: number): void;
}

export function tools(
    timeline: Timeline,
    strips: Strip[],
    moves: Moves,
    lanes: LaneChoice,
): HTMLElement {
    const button = (text: string, label: string, act: () => void): HTMLElement =>
        el("button", { type: "button", "aria-label": label, title: label, click: act }, text);
    const cores = [...new Set(strips.map((s) => core_name(s.x, s.y)))];
    const rows = choice(
        [
            ["all", "all processors"],
            ...timeline.processors.map((p, i): [string, string] => [
                `processor:${i}`,
                `${p} of all cores`,
            ]),
            ...cores.map((c): [string, string] => [`core:${c}`, `core ${c}`]),
        ],
        "all",
        lanes.lanes,
    );
    rows.id = "timeline-rows";
    const size = choice(
        [
            ["14", "normal"],
            ["5", "low"],
            ["24", "high"],
        ],
        "14",
        (height) => lanes.height(Number(height)),
    );
    size.id = "timeline-height";
    return el(
        "div",
        { class: "tools" },
        button("+", "Zoom in", () => moves.zoom(0.5)),
        button("−", "Zoom out", () => moves.zoom(2)),
        button("◀", "Earlier", () => moves.move(-0.25)),
        button("▶", "Later", () => moves.move(0.25)),
        button("whole run", "Show the whole run", () => moves.whole()),
        button("◀ launch", "Previous launch", () => moves.launch(-1)),
        button("launch ▶", "Next launch", () => moves.launch(1)),
        labelled("Rows", rows),
        labelled("Height", size),
    );
}

// Only what occurs.
export function legend(timeline: Timeline, strips: Strip[]): HTMLElement {
    const used = timeline.kinds
        .map((k, i) => ({ ...k, i }))
        .filter((k) => k.i !== IDLE && strips.some((s) => (s.record.by[k.i] ?? 0) > 0));
    return el(
        "ul",
        { class: "legend", "aria-label": "Colours" },
        ...used.map((k) =>
            el(
                "li",
                {},
                el("span", { class: "swatch", style: `background:var(--kind-${k.key})` }),
                k.i === BUSY || k.key === "open" ? k.text : `waits for ${k.text}`,
            ),
        ),
    );
}

export function keys_note(): HTMLElement {
    return el(
        "p",
        { class: "keys", id: "timeline-keys" },
        "Keys: arrows move the cursor and change the processor, Shift with left and right moves the " +
            "view, + and - zoom, 0 shows the whole run, n and p go to the next and the previous launch, " +
            "Enter chooses the core for the maps below. Mouse: drag to move, Ctrl and wheel or a double " +
            "click to zoom.",
    );
}
