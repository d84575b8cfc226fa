// Chips one above the other on one time axis: their launches, and how busy the links are that they send over.
import type { Mesh, Timeline } from "./data";
import { el, svg } from "./dom";
import { bytes, grouped, percent } from "./format";
import { heat } from "./heat";
import type { Joint } from "./mesh";
import { on_theme } from "./theme";

const WIDTH = 1000,
    LEFT = 70,
    LAUNCH = 14, // height of the launches of a chip
    LINKS = 8,
    ROW = LAUNCH + LINKS + 8;

interface Cell {
    shape: SVGElement;
    share: number;
}

export function chip_rows(timeline: Timeline, mesh: Mesh, joints: Joint[]): HTMLElement {
    const chips = mesh.devices
        .map((device) => timeline.chips.find((c) => c.chip === device))
        .filter((c) => c !== undefined);
    const begin = Math.min(...chips.map((c) => c.begin)),
        end = Math.max(begin + 1, ...chips.map((c) => c.end));
    const at = (cycle: number): number => LEFT + ((cycle - begin) / (end - begin)) * WIDTH;
    const image = svg("svg", {
        viewBox: `0 0 ${LEFT + WIDTH + 10} ${chips.length * ROW + 24}`,
        class: "mesh-time",
        id: "mesh-chips",
        role: "img",
        "aria-label": "Launches of each chip and its links over time",
    });
    const cells: Cell[] = [];
    const times = timeline.mesh;
    chips.forEach((chip, row) => {
        const y = row * ROW;
        image.append(
            svg("text", { x: 4, y: y + LAUNCH - 3, class: "axis start" }, `chip ${chip.chip}`),
        );
        for (const launch of chip.launches)
            image.append(
                svg(
                    "rect",
                    {
                        x: at(launch.start),
                        y,
                        width: Math.max(1, at(launch.end) - at(launch.start)),
                        height: LAUNCH,
                        class: "launch",
                    },
                    svg(
                        "title",
                        {},
                        `${launch.name}: cycles ${grouped(launch.start)} to ${grouped(launch.end)}`,
                    ),
                ),
            );
        if (times)
            cells.push(...link_cells(image, chip.chip, y + LAUNCH + 1, times, joints, at, end));
    });
    for (const [cycle, anchor] of [
        [begin, "start"],
        [end, "end"],
    ] as const)
        image.append(
            svg(
                "text",
                { x: at(cycle), y: chips.length * ROW + 14, class: `axis ${anchor}` },
                `cycle ${grouped(cycle)}`,
            ),
        );
    const paint = (): void => {
        const most = Math.max(1e-9, ...cells.map((c) => c.share));
        for (const { shape, share } of cells) shape.setAttribute("fill", heat(share / most).back);
    };
    on_theme(paint);
    paint();
    return el(
        "div",
        {},
        el("h3", {}, "Chips side by side"),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Chips" }, image),
        el(
            "p",
            { class: "keys" },
            "Launches of each chip, and below them the bytes that it sent to other chips, bright where " +
                "it sent most.",
        ),
    );
}

// What a chip sent to all others, bucket by bucket.
function link_cells(
    image: SVGElement,
    chip: number,
    y: number,
    times: NonNullable<Timeline["mesh"]>,
    joints: Joint[],
    at: (cycle: number) => number,
    end: number,
): Cell[] {
    const own = joints.filter((j) => j.from === chip);
    const cells: Cell[] = [];
    times.buckets.forEach((bucket, i) => {
        const sent = own.reduce((sum, j) => sum + (j.over.get(i) ?? 0), 0);
        if (sent === 0) return;
        const from = bucket * times.width,
            to = Math.min(from + times.width, Math.max(end, from + 1));
        const shape = svg(
            "rect",
            {
                x: at(from),
                y,
                width: Math.max(0.5, at(to) - at(from)),
                height: LINKS,
                "data-sent": sent,
            },
            svg(
                "title",
                {},
                `${bytes(sent)} from cycle ${grouped(from)} on, ` +
                    `${percent(sent, times.width)} of a byte a cycle`,
            ),
        );
        image.append(shape);
        cells.push({ shape, share: sent / times.width });
    });
    return cells;
}
