// The part of time that is shown: moved and zoomed, never beyond the run.

export class Range {
    from: number;
    to: number;

    // At least so many cycles stay visible.
    static readonly LEAST = 20;

    constructor(
        readonly begin: number,
        readonly end: number,
    ) {
        this.from = begin;
        this.to = Math.max(end, begin + Range.LEAST);
    }

    set(from: number, to: number): void {
        const whole = Math.max(this.end - this.begin, Range.LEAST);
        const length = Math.min(Math.max(to - from, Range.LEAST), whole);
        this.from = Math.min(Math.max(from, this.begin), this.begin + whole - length);
        this.to = this.from + length;
    }
    whole(): void {
        this.set(this.begin, this.end);
    }
    // By a share of what is visible.
    move(share: number): void {
        const by = (this.to - this.from) * share;
        this.set(this.from + by, this.to + by);
    }
    // Times `factor`; the cycle at `share` of the width stays where it is.
    zoom(factor: number, share = 0.5): void {
        const fixed = this.from + (this.to - this.from) * share;
        const length = Math.max((this.to - this.from) * factor, Range.LEAST);
        this.set(fixed - length * share, fixed + length * (1 - share));
    }
    // Puts a cycle into the middle, seen closely.
    show(cycle: number, length: number): void {
        this.set(cycle - length / 2, cycle + length / 2);
    }
}
