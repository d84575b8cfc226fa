// Elements from tags, attributes and texts; nothing of a run is ever parsed as HTML.

export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void)>;

function fill(made: Element, attributes: Attributes, children: Child[]): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(name, value as EventListener);
        else if (value === true) made.setAttribute(name, "");
        else if (value !== false) made.setAttribute(name, String(value));
    }
    for (const child of children) if (child) made.append(child);
}

export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    fill(made, attributes, children);
    return made;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    fill(made, attributes, children);
    return made;
}

export type Row = (string | number | Node)[];

// A table whose numbers stand right; the first column heads its rows.
export function table(caption: string, heads: string[], rows: Row[]): HTMLTableElement {
    const cell = (value: string | number | Node, first: boolean): HTMLElement => {
        const number = typeof value === "number" || /^[\d  .]+( %)?$/.test(String(value));
        const text = value instanceof Node ? value : String(value);
        return first
            ? el("th", { scope: "row" }, text)
            : el("td", number ? { class: "number" } : {}, text);
    };
    return el(
        "table",
        {},
        el("caption", {}, caption),
        el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, h)))),
        el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((v, i) => cell(v, i === 0))))),
    );
}

// A table that is made when it is first opened, and anew whenever it is shown again.
export function folded(summary: string, make: () => Node): HTMLDetailsElement {
    const place = el("div", {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": summary,
    });
    const details = el("details", {}, el("summary", {}, summary), place);
    details.addEventListener("toggle", () => {
        if (details.open) place.replaceChildren(make());
    });
    details.addEventListener("refresh", () => {
        if (details.open) place.replaceChildren(make());
    });
    return details;
}

export function refresh(details: HTMLElement): void {
    details.dispatchEvent(new Event("refresh"));
}

export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
    return el("label", {}, el("span", {}, text), control);
}

export function choice(
    options: [string, string][],
    chosen: string,
    change: (value: string) => void,
): HTMLSelectElement {
    const select = el(
        "select",
        {},
        ...options.map(([value, text]) =>
            el("option", { value, selected: value === chosen }, text),
        ),
    );
    select.addEventListener("change", () => change(select.value));
    return select;
}

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
    return el(
        "section",
        { id, "aria-labelledby": `${id}-title` },
        el("h2", { id: `${id}-title` }, title),
        ...children,
    );
}
