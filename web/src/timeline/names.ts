// The names of the lanes, left of them.
import { colour } from "../theme";
import { RULER } from "./paint";

export const NAMES = 132; // pixels

export interface NameScene {
    row: number;
    top: number;
    chosen: number;
    ratio: number;
}

// Where lanes are lower than text, only some of them get a name.
export function paint_names(canvas: HTMLCanvasElement, names: string[], scene: NameScene): void {
    const context = canvas.getContext("2d", { alpha: false })!;
    context.save();
    context.fillStyle = colour("--panel");
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scene.ratio, scene.ratio);
    context.font = "11px system-ui, sans-serif";
    const plain = colour("--text"),
        chosen = colour("--focus");
    const step = Math.ceil(11 / scene.row);
    const first = Math.floor(scene.top / scene.row / step) * step;
    for (let i = first; i < names.length; i += step) {
        const y = RULER + (i + 0.5) * scene.row - scene.top + 4;
        if (y > canvas.height / scene.ratio + 12) break;
        if (y < RULER + 6) continue;
        context.fillStyle = i === scene.chosen ? chosen : plain;
        context.fillText(names[i]!, 6, y);
    }
    context.restore();
}
