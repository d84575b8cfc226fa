// Light, dark, or as the system says; kept where the browser allows it.
import { choice, labelled } from "./dom";

const listeners: (() => void)[] = [];

// Canvases are painted again when colours change.
export function on_theme(listener: () => void): void {
    listeners.push(listener);
}

export function colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function apply(theme: string): void {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    for (const listener of listeners) listener();
}

function stored(): string {
    try {
        return localStorage.getItem("ironbird-theme") ?? "auto";
    } catch {
        return "auto"; // pages from disk may have no storage
    }
}

export function theme_switch(): HTMLElement {
    const first = stored();
    apply(first);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(stored()));
    const select = choice(
        [
            ["auto", "as the system"],
            ["light", "light"],
            ["dark", "dark"],
        ],
        first,
        (theme) => {
            try {
                localStorage.setItem("ironbird-theme", theme);
            } catch {
                /* it lasts as long as the page */
            }
            apply(theme);
        },
    );
    select.id = "theme";
    return labelled("Colours", select);
}
