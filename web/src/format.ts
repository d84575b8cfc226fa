// Numbers for people.

// 12345678 -> "12 345 678", with spaces that do not break.
export function grouped(n: number): string {
    return Math.round(n)
        .toString()
        .replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}

export function percent(part: number, whole: number): string {
    return whole > 0 ? `${((100 * part) / whole).toFixed(part / whole < 0.0995 ? 1 : 0)} %` : "0 %";
}

function scaled(n: number, step: number, units: string[]): string {
    let at = 0;
    while (n >= step && at < units.length - 1) {
        n /= step;
        at++;
    }
    return `${at === 0 || n >= 100 ? Math.round(n) : n.toPrecision(3)} ${units[at]}`;
}

export function bytes(n: number): string {
    return scaled(n, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);
}

export function rate(n: number, unit: string): string {
    return scaled(
        n,
        1000,
        ["", "k", "M", "G", "T", "P"].map((prefix) => prefix + unit),
    );
}

export function seconds(s: number): string {
    if (s <= 0) return "0 s";
    if (s < 1e-6) return `${(s * 1e9).toPrecision(3)} ns`;
    if (s < 1e-3) return `${(s * 1e6).toPrecision(3)} µs`;
    return s < 1 ? `${(s * 1e3).toPrecision(3)} ms` : `${s.toPrecision(3)} s`;
}

export function file_name(path: string): string {
    return path.slice(path.lastIndexOf("/") + 1);
}

export function core_name(x: number, y: number): string {
    return `(${x},${y})`;
}
