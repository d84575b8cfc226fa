// A share between 0 and 1 as a colour; lightness tells it even without hue.

type Stop = [number, number, number];
const SCALES: Record<"light" | "dark", Stop[]> = {
    light: [
        [243, 246, 250],
        [158, 202, 225],
        [253, 174, 97],
        [197, 27, 40],
    ],
    dark: [
        [31, 37, 46],
        [33, 102, 148],
        [222, 140, 56],
        [255, 98, 90],
    ],
};

export function is_dark(): boolean {
    const chosen = document.documentElement.dataset["theme"];
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function heat(share: number): { back: string; text: string } {
    const stops = SCALES[is_dark() ? "dark" : "light"];
    const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
    const low = Math.min(Math.floor(at), stops.length - 2);
    const [a, b] = [stops[low]!, stops[low + 1]!];
    const [r, g, bl] = [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * (at - low)));
    const light = 0.2126 * r! + 0.7152 * g! + 0.0722 * bl! > 128;
    return { back: `rgb(${r},${g},${bl})`, text: light ? "#111" : "#fff" };
}
