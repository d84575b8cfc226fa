// The links of one NoC, coloured by how much of what they could carry they carried.
import type { ChipRecord, LinkRecord } from "./data";
import { choice, el, folded, labelled, refresh, svg, table } from "./dom";
import { bytes, grouped, percent } from "./format";
import { heat } from "./heat";
import { on_theme } from "./theme";

const STEP = 44; // from router to router, in the picture's units
const MOST_ROWS = 60;

// Where a router's links lie beside it: x and y lead to the next router, up on NoC 0, down on NoC 1.
const SHAPES: Record<string, (noc: number) => [number, number, number, number]> = {
    x: (noc) => [noc === 0 ? 20 : -28, 4, 28, 7],
    y: (noc) => [4, noc === 0 ? 20 : -28, 7, 28],
    inject: () => [1, 1, 8, 18],
    eject: () => [11, 1, 8, 18],
};

interface Drawn {
    link: LinkRecord;
    shape: SVGElement;
    title: SVGElement;
    over: Map<number, number>;
}

export class LinkMap {
    readonly root: HTMLElement;
    private noc = 0;
    private at = -1; // bucket, -1: all of the run
    private scale = "busiest";
    private drawn: Drawn[] = [];
    private readonly picture = el("div", { class: "scroll", tabindex: -1 });
    private readonly slider: HTMLInputElement;
    private readonly output = el("output", { id: "link-time" });
    private readonly list: HTMLDetailsElement;

    constructor(private readonly chip: ChipRecord) {
        const nocs = choice(
            [
                ["0", "NoC 0"],
                ["1", "NoC 1"],
            ],
            "0",
            (noc) => {
                this.noc = Number(noc);
                this.draw();
            },
        );
        nocs.id = "link-noc";
        this.slider = el("input", {
            type: "range",
            id: "link-slider",
            min: -1,
            max: chip.traffic.buckets.length - 1,
            value: -1,
            step: 1,
        });
        this.slider.addEventListener("input", () => {
            this.at = Number(this.slider.value);
            this.update();
        });
        const scales: [string, string][] = [
            ["busiest", "the busiest link"],
            ["capacity", "what a link can carry"],
        ];
        const scale = choice(scales, this.scale, (chosen) => {
            this.scale = chosen;
            this.update();
        });
        scale.id = "link-scale";
        this.list = folded("Busiest links of this time as a table", () => this.table());
        this.root = el(
            "div",
            {},
            el(
                "div",
                { class: "tools" },
                labelled("Network", nocs),
                labelled("Brightest", scale),
                labelled("Time", this.slider),
                this.output,
            ),
            this.picture,
            el(
                "p",
                { class: "keys" },
                "Each square is a router: what its tile sends in the left half, what it receives in " +
                    "the right; bars lead to the next router, round the edges. Leftmost on the " +
                    "slider: the whole run.",
            ),
            this.list,
        );
        on_theme(() => this.update());
        this.draw();
    }

    // Cycles that the chosen time lasts.
    private width(): number {
        const { width, buckets } = this.chip.traffic;
        return this.at < 0 ? width * buckets.length : width;
    }
    private value(d: Drawn): number {
        return this.at < 0 ? d.link.bytes : (d.over.get(this.at) ?? 0);
    }
    private share(d: Drawn): number {
        return this.value(d) / Math.max(1, this.width() * this.chip.flit_bytes);
    }

    private draw(): void {
        const { x, y } = this.chip.noc_grid;
        const image = svg("svg", {
            viewBox: `-30 -30 ${x * STEP + 50} ${y * STEP + 50}`,
            class: "links",
            id: "link-map",
            role: "img",
            "aria-label": `Links of NoC ${this.noc}; the table below has the numbers`,
        });
        for (let row = 0; row < y; row++)
            for (let column = 0; column < x; column++)
                image.append(
                    svg("rect", {
                        x: column * STEP,
                        y: row * STEP,
                        width: 20,
                        height: 20,
                        class: "router",
                    }),
                );
        this.drawn = this.chip.traffic.links
            .filter((l) => l.noc === this.noc)
            .map((link) => {
                const [dx, dy, w, h] = (SHAPES[link.way] ?? SHAPES["inject"]!)(link.noc);
                const title = svg("title");
                const shape = svg(
                    "rect",
                    {
                        x: link.x * STEP + dx,
                        y: link.y * STEP + dy,
                        width: w,
                        height: h,
                        "data-link": `${link.noc},${link.x},${link.y},${link.way}`,
                    },
                    title,
                );
                image.append(shape);
                const over = new Map<number, number>();
                for (let i = 0; i < link.over.length; i += 2)
                    over.set(link.over[i]!, link.over[i + 1]!);
                return { link, shape, title, over };
            });
        for (let i = 0; i < x; i++)
            image.append(svg("text", { x: i * STEP + 10, y: -14, class: "axis" }, String(i)));
        for (let i = 0; i < y; i++)
            image.append(svg("text", { x: -18, y: i * STEP + 14, class: "axis" }, String(i)));
        this.picture.replaceChildren(image);
        this.update();
    }

    private update(): void {
        const most = Math.max(1e-9, ...this.drawn.map((d) => this.share(d)));
        for (const d of this.drawn) {
            const value = this.value(d),
                share = this.share(d);
            const warmth = this.scale === "busiest" ? share / most : share;
            d.shape.setAttribute("fill", heat(warmth).back);
            d.shape.dataset["bytes"] = String(value);
            d.title.textContent = `${this.name(d.link)}: ${bytes(value)}, ${percent(share, 1)} of its capacity`;
        }
        const { width, buckets } = this.chip.traffic;
        const start = (buckets[this.at] ?? 0) * width;
        const text =
            this.at < 0 ? "whole run" : `cycles ${grouped(start)} to ${grouped(start + width)}`;
        this.output.textContent = text;
        this.slider.setAttribute("aria-valuetext", text);
        refresh(this.list);
    }
    private name(link: LinkRecord): string {
        return `(${link.x},${link.y}) ${link.way}`;
    }
    private table(): Node {
        const rows = [...this.drawn]
            .sort((a, b) => this.value(b) - this.value(a))
            .slice(0, MOST_ROWS)
            .filter((d) => this.value(d) > 0)
            .map((d) => [this.name(d.link), grouped(this.value(d)), percent(this.share(d), 1)]);
        return table(
            `NoC ${this.noc}, ${this.output.textContent}`,
            ["link", "bytes", "of its capacity"],
            rows,
        );
    }
}
