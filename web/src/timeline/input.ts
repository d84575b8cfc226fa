// Mouse and keys of the timeline, as calls.

export interface Moves {
    zoom(factor: number, share?: number): void;
    move(share: number): void;
    whole(): void;
    launch(direction: 1 | -1): void;
    lane(by: number): void;
    cursor(share: number): void; // by so much of the width
    point(x: number, y: number): void; // over this place
    pick(x: number, y: number): void;
    pick_cursor(): void;
}

// Left and right move the cursor along; with shift, the view.
const KEYS: Record<string, (m: Moves, shift: boolean) => void> = {
    ArrowLeft: (m, shift) => (shift ? m.move(-0.25) : m.cursor(-0.02)),
    ArrowRight: (m, shift) => (shift ? m.move(0.25) : m.cursor(0.02)),
    ArrowUp: (m) => m.lane(-1),
    ArrowDown: (m) => m.lane(1),
    PageUp: (m) => m.lane(-5),
    PageDown: (m) => m.lane(5),
    "+": (m) => m.zoom(0.5),
    "=": (m) => m.zoom(0.5),
    "-": (m) => m.zoom(2),
    _: (m) => m.zoom(2),
    "0": (m) => m.whole(),
    Home: (m) => m.whole(),
    n: (m) => m.launch(1),
    p: (m) => m.launch(-1),
    Enter: (m) => m.pick_cursor(),
};

export function listen_to_keys(place: HTMLElement, moves: Moves): void {
    place.addEventListener("keydown", (event) => {
        const act = KEYS[event.key];
        if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        act(moves, event.shiftKey);
    });
}

export function listen_to_mouse(place: HTMLElement, moves: Moves): void {
    place.addEventListener(
        "wheel",
        (event) => {
            const share = event.offsetX / Math.max(1, place.clientWidth);
            if (event.ctrlKey || event.altKey) moves.zoom(event.deltaY > 0 ? 1.25 : 0.8, share);
            else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
                moves.move((event.deltaX || event.deltaY) / 1000);
            else return; // the page or the lanes scroll
            event.preventDefault();
        },
        { passive: false },
    );
    drag(place, moves);
}

function drag(place: HTMLElement, moves: Moves): void {
    let held: number | null = null,
        moved = false;
    place.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        held = event.clientX;
        moved = false;
        place.setPointerCapture(event.pointerId);
    });
    place.addEventListener("pointermove", (event) => {
        const box = place.getBoundingClientRect();
        if (held === null) return moves.point(event.clientX - box.left, event.clientY - box.top);
        const by = held - event.clientX;
        if (!moved && Math.abs(by) < 4) return;
        moved = true;
        held = event.clientX;
        moves.move(by / Math.max(1, place.clientWidth));
    });
    place.addEventListener("pointerup", (event) => {
        const box = place.getBoundingClientRect();
        if (held !== null && !moved) moves.pick(event.clientX - box.left, event.clientY - box.top);
        held = null;
    });
    place.addEventListener("dblclick", (event) =>
        moves.zoom(0.4, event.offsetX / Math.max(1, place.clientWidth)),
    );
}
