// The picture of the lanes: an image written word by word, so that its cost is the canvas's size.
import { grouped } from "../format";
import { colour } from "../theme";
import { kinds_in, type Strip } from "./strips";

export const RULER = 22; // of the axis, above the lanes

export interface Scene {
    from: number;
    to: number;
    top: number; // of the lanes, scrolled
    row: number; // height of one lane
    strips: Strip[];
    words: Uint32Array; // colour of each kind
    chosen: number; // lane, -1: none
    cursor: number | null;
    marks: { strip: number; cycle: number }[];
    launches: { start: number; end: number }[]; // in order
}

export class Painter {
    private image: ImageData | null = null;
    private kinds = new Uint8Array(0);

    constructor(private readonly canvas: HTMLCanvasElement) {}

    paint(scene: Scene): void {
        const context = this.canvas.getContext("2d", { alpha: false })!;
        const { width, height } = this.canvas;
        if (!this.image || this.image.width !== width || this.image.height !== height) {
            this.image = context.createImageData(width, height);
            this.kinds = new Uint8Array(width);
        }
        const words = new Uint32Array(this.image.data.buffer);
        words.fill(scene.words[0]!);
        const ratio = this.ratio();
        const first = Math.floor(scene.top / scene.row);
        const last = Math.min(
            scene.strips.length,
            Math.ceil((scene.top + height / ratio) / scene.row),
        );
        for (let i = first; i < last; i++) this.lane(scene, i, words, width, height, ratio);
        context.putImageData(this.image, 0, 0);
        this.over(context, scene, ratio);
    }

    private ratio(): number {
        return this.canvas.width / Math.max(1, this.canvas.clientWidth);
    }

    private lane(
        scene: Scene,
        i: number,
        words: Uint32Array,
        width: number,
        height: number,
        ratio: number,
    ): void {
        kinds_in(scene.strips[i]!, scene.from, scene.to, this.kinds);
        const gap = scene.row >= 6 ? 1 : 0;
        const top = Math.round((RULER + i * scene.row - scene.top) * ratio);
        const from = Math.max(top, Math.round(RULER * ratio));
        const to = Math.min(height, Math.round(top + (scene.row - gap) * ratio));
        if (from >= to) return;
        const start = from * width;
        for (let p = 0; p < width; p++) words[start + p] = scene.words[this.kinds[p]!]!;
        for (let y = from + 1; y < to; y++) words.copyWithin(y * width, start, start + width);
    }

    // Axis, marks and the cursor.
    private over(context: CanvasRenderingContext2D, scene: Scene, ratio: number): void {
        const width = this.canvas.width / ratio,
            height = this.canvas.height / ratio;
        context.save();
        context.scale(ratio, ratio);
        const x_of = (cycle: number): number =>
            ((cycle - scene.from) / (scene.to - scene.from)) * width;
        const y_of = (strip: number): number => RULER + strip * scene.row - scene.top;
        if (scene.chosen >= 0) {
            context.strokeStyle = colour("--focus");
            context.lineWidth = 2;
            context.strokeRect(1, y_of(scene.chosen), width - 2, Math.max(2, scene.row - 1));
        }
        context.fillStyle = colour("--error");
        for (const mark of scene.marks) {
            const x = x_of(mark.cycle),
                y = y_of(mark.strip);
            if (x < -4 || x > width + 4 || y < RULER) continue;
            context.fillStyle = colour("--back");
            context.fillRect(x - 6, y - 2, 12, scene.row + 3);
            context.fillStyle = colour("--error");
            context.fillRect(x - 5, y - 1, 10, 4);
            context.fillRect(x - 1.5, y, 3, scene.row);
        }
        if (scene.cursor !== null) {
            context.fillStyle = colour("--focus");
            context.fillRect(x_of(scene.cursor), 0, 1, height);
        }
        this.ruler(context, scene, width, x_of);
        context.restore();
    }

    // A bar for each launch below the numbers, in turns light and dark.
    private launches(
        context: CanvasRenderingContext2D,
        scene: Scene,
        x_of: (cycle: number) => number,
    ): void {
        const shades = [colour("--muted"), colour("--line")];
        scene.launches.forEach((l, i) => {
            if (l.end < scene.from || l.start > scene.to) return;
            context.fillStyle = shades[i % 2]!;
            context.fillRect(x_of(l.start), RULER - 4, Math.max(1, x_of(l.end) - x_of(l.start)), 3);
        });
    }

    private ruler(
        context: CanvasRenderingContext2D,
        scene: Scene,
        width: number,
        x_of: (cycle: number) => number,
    ): void {
        context.fillStyle = colour("--panel");
        context.fillRect(0, 0, width, RULER);
        this.launches(context, scene, x_of);
        context.fillStyle = colour("--text");
        context.font = "11px system-ui, sans-serif";
        const step = nice_step((scene.to - scene.from) / Math.max(1, width / 110));
        for (let c = Math.ceil(scene.from / step) * step; c <= scene.to; c += step) {
            const x = x_of(c);
            context.fillRect(x, RULER - 5, 1, 5);
            context.fillText(grouped(c), x + 3, 13);
        }
    }
}

// 1, 2 or 5 times a power of ten, at least `least`.
export function nice_step(least: number): number {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
    for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
    return 10 * power;
}
