// The timeline of a chip: lanes of all processors, with zoom, a cursor and what is under it.
import type { ChipRecord, Finding, Timeline } from "../data";
import { el, folded, refresh } from "../dom";
import { core_name, grouped } from "../format";
import { kind_colour, to_word } from "../kinds";
import type { Jump, State } from "../state";
import { on_theme } from "../theme";
import { keys_note, legend, type LaneChoice, tools } from "./controls";
import { listen_to_keys, listen_to_mouse, type Moves } from "./input";
import { NAMES, paint_names } from "./names";
import { Painter, RULER } from "./paint";
import { Range } from "./range";
import { IDLE, piece_at, type Strip, strips_of } from "./strips";
import { lane_name, lanes_table, launches_table, pieces_table } from "./tables";

const HEIGHT = 440;

export class TimelineView implements Moves {
    readonly root: HTMLElement;
    private readonly all: Strip[];
    private strips: Strip[];
    private readonly range: Range;
    private readonly canvas = el("canvas", { "aria-hidden": "true" });
    private readonly names = el("canvas", { "aria-hidden": "true", class: "names" });
    private readonly place: HTMLElement;
    private readonly frame: HTMLElement;
    private readonly spacer = el("div", { class: "spacer" });
    private readonly status = el("p", { class: "status", role: "status", id: "timeline-status" });
    private readonly painter = new Painter(this.canvas);
    private readonly in_view: HTMLDetailsElement;
    private words: Uint32Array;
    private row = 14;
    private chosen = 0;
    private at: number;
    private waiting = false;
    frames: number[] = []; // milliseconds that the last pictures took

    constructor(
        private readonly chip: ChipRecord,
        private readonly timeline: Timeline,
        private readonly findings: Finding[],
        private readonly state: State,
    ) {
        this.all = this.strips = strips_of(chip);
        this.range = new Range(chip.begin, chip.end);
        this.at = chip.begin;
        this.words = this.colours();
        this.place = el(
            "div",
            {
                class: "lanes",
                tabindex: 0,
                role: "application",
                id: "timeline-lanes",
                "aria-label": "Timeline of all processors",
                "aria-describedby": "timeline-keys timeline-status",
            },
            this.names,
            this.canvas,
        );
        this.frame = el("div", { class: "frame" }, this.place, this.spacer);
        this.in_view = folded("Pieces of the chosen processor in view, as a table", () =>
            this.pieces(),
        );
        this.root = el(
            "div",
            {},
            tools(timeline, this.all, this, this.lane_choice()),
            legend(timeline, this.all),
            this.frame,
            this.status,
            keys_note(),
            this.in_view,
            folded("All processors as a table", () => lanes_table(this.all, timeline)),
            folded("Launches as a table", () => launches_table(chip)),
        );
        listen_to_keys(this.place, this);
        listen_to_mouse(this.canvas, this);
        this.frame.addEventListener("scroll", () => this.draw());
        new ResizeObserver(() => this.draw()).observe(this.frame);
        on_theme(() => {
            this.words = this.colours();
            this.draw();
        });
        this.layout();
    }

    // ---- Moves

    zoom(factor: number, share?: number): void {
        const around = (this.at - this.range.from) / (this.range.to - this.range.from);
        this.range.zoom(factor, share ?? (around >= 0 && around <= 1 ? around : 0.5));
        this.changed();
    }
    move(share: number): void {
        this.range.move(share);
        this.changed();
    }
    whole(): void {
        this.range.whole();
        this.changed();
    }
    launch(direction: 1 | -1): void {
        const launches = this.chip.launches;
        const middle = (this.range.from + this.range.to) / 2;
        const next =
            direction > 0
                ? launches.find((l) => l.start > middle)
                : launches.findLast((l) => l.end < middle);
        if (!next) return;
        const margin = (next.end - next.start) * 0.03;
        this.range.set(next.start - margin, next.end + margin);
        this.at = next.start;
        this.changed();
    }
    lane(by: number): void {
        this.chosen = Math.min(Math.max(this.chosen + by, 0), this.strips.length - 1);
        this.reveal();
        this.changed();
    }
    cursor(share: number): void {
        const { from, to } = this.range;
        if (this.at < from || this.at > to) this.at = (from + to) / 2;
        this.at = Math.min(
            Math.max(this.at + (to - from) * share, this.range.begin),
            this.range.end,
        );
        if (this.at < from || this.at > to) this.range.move(share < 0 ? -0.5 : 0.5);
        this.changed();
    }
    point(x: number, y: number): void {
        const strip = this.strips[this.row_at(y)];
        if (strip) this.say(strip, this.cycle_at(x));
    }
    pick(x: number, y: number): void {
        this.at = this.cycle_at(x);
        const row = this.row_at(y);
        if (row >= 0 && row < this.strips.length) this.chosen = row;
        this.pick_cursor();
        this.changed();
    }
    pick_cursor(): void {
        const strip = this.strips[this.chosen];
        if (strip) this.state.core.set({ x: strip.x, y: strip.y });
    }

    jump(to: Jump): void {
        const is = (s: Strip): boolean =>
            s.x === to.core.x &&
            s.y === to.core.y &&
            this.timeline.processors[s.processor] === to.processor;
        if (!this.strips.some(is)) this.show_lanes("all");
        const found = this.strips.findIndex(is);
        if (found >= 0) this.chosen = found;
        this.at = Math.min(to.cycle, this.range.end);
        this.range.show(this.at, Math.max(200, (this.range.end - this.range.begin) / 50));
        this.reveal();
        this.changed();
        this.place.focus();
    }

    // ---- what is shown

    private colours(): Uint32Array {
        return Uint32Array.from(this.timeline.kinds, (k) => to_word(kind_colour(k.key)));
    }
    private lane_choice(): LaneChoice {
        return {
            lanes: (which) => this.show_lanes(which),
            height: (row) => {
                this.row = row;
                this.layout();
            },
        };
    }

    private cycle_at(x: number): number {
        const share = x / Math.max(1, this.canvas.clientWidth);
        return this.range.from + (this.range.to - this.range.from) * share;
    }
    private row_at(y: number): number {
        return y < RULER ? -1 : Math.floor((y - RULER + this.frame.scrollTop) / this.row);
    }
    private reveal(): void {
        const top = this.chosen * this.row;
        const room = this.frame.clientHeight - RULER - this.row;
        if (top < this.frame.scrollTop) this.frame.scrollTop = top;
        if (top > this.frame.scrollTop + room) this.frame.scrollTop = top - room;
    }
    private show_lanes(which: string): void {
        const [kind, value] = which.split(":");
        this.strips =
            kind === "processor"
                ? this.all.filter((s) => s.processor === Number(value))
                : kind === "core"
                  ? this.all.filter((s) => core_name(s.x, s.y) === value)
                  : this.all;
        this.chosen = 0;
        this.layout();
    }
    private layout(): void {
        const height = Math.min(HEIGHT, RULER + this.strips.length * this.row + 2);
        this.frame.style.height = `${height}px`;
        this.place.style.height = `${height}px`;
        this.spacer.style.height = `${Math.max(0, RULER + this.strips.length * this.row - height)}px`;
        this.changed();
    }
    private changed(): void {
        const strip = this.strips[this.chosen];
        if (strip) this.say(strip, this.at);
        this.draw();
        refresh(this.in_view);
    }
    private say(strip: Strip, cycle: number): void {
        const piece = piece_at(strip, this.chip.begin, cycle);
        const name = lane_name(strip, this.timeline);
        const kind = piece?.kind ?? IDLE;
        const text = this.timeline.kinds[kind]!.text;
        const what =
            kind <= 1 ? text : kind === this.timeline.kinds.length - 1 ? text : `waits for ${text}`;
        this.status.textContent = piece
            ? `${name} ${strip.record.kernels.join(", ")}: ${what}, cycles ${grouped(piece.from)} to ` +
              `${grouped(piece.to)} (${grouped(piece.to - piece.from)}); cursor at ${grouped(cycle)}`
            : `${name}: nothing at ${grouped(cycle)}`;
    }

    // One picture for each frame, however many changes there were.
    private draw(): void {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            const begin = performance.now();
            this.paint();
            this.frames = [...this.frames.slice(-119), performance.now() - begin];
        });
    }
    private paint(): void {
        if (!this.place.isConnected) return; // another chip is shown; coming back has a new size
        const ratio = devicePixelRatio || 1;
        const width = Math.max(50, this.place.clientWidth - NAMES),
            height = this.place.clientHeight;
        for (const [canvas, w] of [
            [this.canvas, width],
            [this.names, NAMES],
        ] as const) {
            if (canvas.width !== Math.round(w * ratio)) canvas.width = Math.round(w * ratio);
            if (canvas.height !== Math.round(height * ratio))
                canvas.height = Math.round(height * ratio);
            canvas.style.width = `${w}px`;
            canvas.style.height = `${height}px`;
        }
        this.painter.paint({
            from: this.range.from,
            to: this.range.to,
            top: this.frame.scrollTop,
            row: this.row,
            strips: this.strips,
            words: this.words,
            chosen: this.chosen,
            cursor: this.at,
            marks: this.marks(),
            launches: this.chip.launches,
        });
        paint_names(
            this.names,
            this.strips.map((strip) => lane_name(strip, this.timeline)),
            { row: this.row, top: this.frame.scrollTop, chosen: this.chosen, ratio },
        );
        const { dataset } = this.place;
        dataset["from"] = String(Math.round(this.range.from));
        dataset["to"] = String(Math.round(this.range.to));
        dataset["cursor"] = String(Math.round(this.at));
        const strip = this.strips[this.chosen];
        dataset["lane"] = strip ? lane_name(strip, this.timeline) : "";
    }
    private marks(): { strip: number; cycle: number }[] {
        const marks = [];
        for (const finding of this.findings)
            for (const p of finding.parties) {
                if (p.device !== this.chip.chip || p.cycle === undefined || !p.core) continue;
                const strip = this.strips.findIndex(
                    (s) =>
                        s.x === p.core![0] &&
                        s.y === p.core![1] &&
                        this.timeline.processors[s.processor] === p.processor,
                );
                if (strip >= 0) marks.push({ strip, cycle: p.cycle });
            }
        return marks;
    }
    private pieces(): Node {
        const strip = this.strips[this.chosen];
        if (!strip) return el("p", {}, "No processor is chosen.");
        return pieces_table(strip, this.timeline, this.range.from, this.range.to, this.chip.begin);
    }
}
