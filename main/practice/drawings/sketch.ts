import type { Ink, Item, NoteColor, Point } from '../items.ts';
import type { Random } from '../random.ts';
import { arc, distances, smooth, walk, type Place } from './geometry.ts';
import { letter } from './lettering.ts';

export interface Pen {
  readonly ink?: Ink;
  readonly size?: number;
}

/** Draws as a hand would: lines that waver, corners that overshoot, pressure that comes and goes. */
export class Sketch {
  readonly items: Item[] = [];
  readonly #random: Random;
  readonly #by: string;

  constructor(random: Random, by: string) {
    this.#random = random;
    this.#by = by;
  }

  /** Straight from place to place, as one stroke. */
  lines(places: readonly Place[], pen: Pen = {}): this {
    return this.#stroke(places, pen);
  }

  /** A curve through the places. */
  curve(places: readonly Place[], pen: Pen = {}): this {
    return this.#stroke(smooth(places), pen);
  }

  box(x: number, y: number, width: number, height: number, pen: Pen = {}): this {
    const over = this.#random.between(2, 6);
    const right = x + width;
    const bottom = y + height;
    const corners: readonly Place[] = [
      [x, y],
      [right, y + this.#random.between(-2, 2)],
      [right + this.#random.between(-2, 2), bottom],
      [x + this.#random.between(-2, 2), bottom],
      [x, y - over],
    ];
    return this.lines(corners, pen);
  }

  /** A box with round corners. */
  pill(x: number, y: number, width: number, height: number, pen: Pen = {}): this {
    const turn = Math.min(height / 2 - 2, 20);
    const [left, top, right, bottom] = [x + turn, y + turn, x + width - turn, y + height - turn];
    const places: readonly Place[] = [
      [left - 4, y],
      ...arc(right, top, turn, -90, 0),
      ...arc(right, bottom, turn, 0, 90),
      ...arc(left, bottom, turn, 90, 180),
      ...arc(left, top, turn, 180, 270),
      [left + 9, y - 2],
    ];
    return this.lines(places, pen);
  }

  /** A cloud that stands on the line y; `size` is about a sixth of its width. */
  cloud(x: number, y: number, size: number, pen: Pen = {}): this {
    const places: readonly Place[] = [
      [x - size * 2, y],
      ...arc(x - size * 2.1, y - size * 0.8, size * 0.8, 95, 265),
      ...arc(x - size * 1.1, y - size * 1.7, size * 0.95, 165, 310),
      ...arc(x + size * 0.5, y - size * 2.1, size * 1.15, 205, 345),
      ...arc(x + size * 2, y - size * 1.1, size * 1.05, 270, 445),
      [x - size * 2.1, y + 2],
    ];
    return this.lines(places, pen);
  }

  ellipse(x: number, y: number, across: number, down = across, pen: Pen = {}): this {
    const from = this.#random.between(-2.4, -1.8);
    const places = Array.from({ length: 18 }, (_, index): Place => {
      const angle = from + (index / 16) * Math.PI * 2;
      const drift = 1 + index * 0.0025;
      return [x + Math.cos(angle) * across * drift, y + Math.sin(angle) * down * drift];
    });
    return this.curve(places, pen);
  }

  /** An arrow through the places: straight for two, a curve for more. */
  arrow(places: readonly Place[], pen: Pen = {}): this {
    const path = places.length > 2 ? smooth(places) : places;
    const tip = path.at(-1) ?? [0, 0];
    const before = path.at(-2) ?? tip;
    const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
    const barb = (turn: number): Place => [
      tip[0] - Math.cos(angle + turn) * 15,
      tip[1] - Math.sin(angle + turn) * 15,
    ];
    return this.#stroke(path, pen).lines([barb(0.45), tip, barb(-0.5)], pen);
  }

  /** Two quick lines under something. */
  underline(x: number, y: number, width: number, pen: Pen = {}): this {
    const middle = x + width / 2;
    this.curve(
      [
        [x, y],
        [middle, y - 3],
        [x + width, y + 2],
      ],
      pen,
    );
    return this.curve(
      [
        [x + width * 0.12, y + 8],
        [middle, y + 6],
        [x + width * 0.9, y + 9],
      ],
      pen,
    );
  }

  /** Fills a box with one slanting zigzag. */
  hatch(x: number, y: number, width: number, height: number, pen: Pen = {}): this {
    const step = 9;
    const places: Place[] = [];
    for (let at = 0; at <= width + height; at += step) {
      const low: Place = [x + Math.max(0, at - height), y + Math.min(at, height)];
      const high: Place = [x + Math.min(at, width), y + Math.max(0, at - width)];
      places.push(...(places.length % 4 === 0 ? [low, high] : [high, low]));
    }
    return this.lines(places, { size: 2, ...pen });
  }

  tick(x: number, y: number, pen: Pen = {}): this {
    return this.lines(
      [
        [x, y + 8],
        [x + 7, y + 17],
        [x + 24, y - 8],
      ],
      { ink: 'green', size: 5, ...pen },
    );
  }

  /** A face of radius `r`: `mood` from -1 (sad) to 1 (glad). */
  face(x: number, y: number, r: number, mood: number, pen: Pen = {}): this {
    const eye = r * 0.35;
    const mouth = y + r * 0.35;
    this.ellipse(x, y, r, r, pen);
    this.lines(
      [
        [x - eye, y - eye],
        [x - eye, y - eye + r * 0.2],
      ],
      pen,
    );
    this.lines(
      [
        [x + eye, y - eye],
        [x + eye, y - eye + r * 0.2],
      ],
      pen,
    );
    const bend = mood * r * 0.3;
    return this.curve(
      [
        [x - r * 0.5, mouth - bend / 2],
        [x, mouth + bend],
        [x + r * 0.5, mouth - bend / 2],
      ],
      pen,
    );
  }

  /** Hand lettering, its top left at x, y. */
  letter(x: number, y: number, text: string, size: number, pen: Pen = {}): this {
    const weight: Pen = { size: Math.max(2, size / 8), ...pen };
    for (const { points, curved } of letter(text, size).strokes) {
      const placed = points.map(([dx, dy]): Place => [x + dx, y + dy + this.#random.between(-0.6, 0.6)]);
      this.#stroke(curved ? smooth(placed, 4) : placed, weight);
    }
    return this;
  }

  /** Large lettering, underlined, where a drawing begins. */
  title(text: string, ink: Ink): this {
    return this.letter(0, 0, text, 44).underline(0, 64, letter(text, 44).width, { ink, size: 5 });
  }

  /** Hand lettering with its middle at x. */
  center(x: number, y: number, text: string, size: number, pen: Pen = {}): this {
    return this.letter(x - letter(text, size).width / 2, y, text, size, pen);
  }

  /** A note on coloured paper. */
  sticky(x: number, y: number, text: string, color: NoteColor, width = 150): this {
    return this.#note(x, y, text, color, width, 16);
  }

  /** Typed text without paper. */
  text(x: number, y: number, text: string, width = 220, fontSize = 16): this {
    return this.#note(x, y, text, 'plain', width, fontSize);
  }

  #note(x: number, y: number, text: string, color: NoteColor, width: number, fontSize: number): this {
    this.items.push({ kind: 'note', id: this.#id(), by: this.#by, color, x, y, width, fontSize, text });
    return this;
  }

  #stroke(places: readonly Place[], pen: Pen): this {
    const walked = walk(places);
    const lengths = distances(walked);
    const total = lengths.at(-1) ?? 0;
    // Long lines waver slowly; short ones hardly at all, or a small circle would look gnawed.
    const waver = this.#random.between(0.7, 1.3) * Math.min(1, total / 260);
    const [a, b] = [this.#random.between(0, 6), this.#random.between(0, 6)];
    const points = walked.map(([x, y], index): Point => {
      const along = lengths[index] ?? 0;
      const shiftX = (Math.sin(along * 0.033 + a) + Math.sin(along * 0.081 + b) * 0.45) * waver;
      const shiftY = (Math.cos(along * 0.029 + b) + Math.sin(along * 0.074 + a) * 0.45) * waver;
      const fromEnd = Math.min(along, total - along);
      const pressure = Math.min(0.6, 0.44 + fromEnd * 0.006) + Math.sin(along * 0.02 + a) * 0.05;
      return [round(x + shiftX), round(y + shiftY), Math.round(pressure * 100) / 100];
    });
    const { ink = 'ink', size = 3.5 } = pen;
    this.items.push({ kind: 'stroke', id: this.#id(), by: this.#by, ink, size, points });
    return this;
  }

  #id(): string {
    return `s${this.items.length + 1}`;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
