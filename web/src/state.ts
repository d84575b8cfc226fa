// What the parts of the page agree on: the chosen chip and core, and places to jump to.

export interface Core {
    x: number;
    y: number;
}

type Listener<T> = (value: T) => void;

// A value that tells when it changes.
export class Cell<T> {
    private readonly listeners: Listener<T>[] = [];

    constructor(private value: T) {}

    get(): T {
        return this.value;
    }
    set(value: T): void {
        this.value = value;
        for (const listener of this.listeners) listener(value);
    }
    on(listener: Listener<T>): void {
        this.listeners.push(listener);
    }
}

export interface Jump {
    chip: number;
    core: Core;
    processor: string;
    cycle: number;
}

export class State {
    readonly chip: Cell<number>;
    readonly core = new Cell<Core>({ x: 0, y: 0 });
    readonly jump = new Cell<Jump | null>(null);

    constructor(chip: number) {
        this.chip = new Cell(chip);
    }
}
