import type { Ink, Item, Note, Stroke } from '../../preload/contract/practice-room.ts';

export interface SamplePicture {
  readonly id: string;
  readonly svg: string;
  /** Width of the sample picture in px. */
  readonly width: number;
  readonly height: number;
}

const WIDTH = 480;
const HEIGHT = 300;
/** Points of a stroke that are nearer than this number of px are merged. */
const FINE = 2.5;

// Colours of sample pictures. They equal the light theme in renderer/room/room.css.
const GROUND = '#fbfbf9';
const INK: Readonly<Record<Ink, string>> = {
  ink: '#25282e',
  blue: '#2c5fd4',
  red: '#cf3a3a',
  green: '#1f8a4c',
  orange: '#d4700f',
  violet: '#7a45c9',
};
const PAPER: Readonly<Record<Note['color'], string>> = {
  plain: 'none',
  yellow: '#ffeea0',
  pink: '#ffd3de',
  blue: '#cfe4ff',
  green: '#d2f2d3',
};

/** Returns a picture for each paper and board. If several have the same drawing, the picture is drawn only once. */
export function picturesOf(content: ReadonlyMap<string, readonly Item[]>): readonly SamplePicture[] {
  const drawn = new Map([...new Set(content.values())].map((items) => [items, svgOf(items)]));
  return [...content].map(([id, items]) => ({
    id,
    svg: drawn.get(items) ?? '',
    width: WIDTH,
    height: HEIGHT,
  }));
}

function svgOf(items: readonly Item[]): string {
  const strokes = items.filter((item) => item.kind === 'stroke');
  const notes = items.filter((item) => item.kind === 'note');
  const xs = [
    ...strokes.flatMap(({ points }) => points.map(([x]) => x)),
    ...notes.flatMap(({ x, width }) => [x, x + width]),
  ];
  const ys = [
    ...strokes.flatMap(({ points }) => points.map(([, y]) => y)),
    ...notes.flatMap((note) => [note.y, note.y + heightOf(note)]),
  ];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = 0.9 * Math.min(WIDTH / Math.max(1, right - left), HEIGHT / Math.max(1, bottom - top));
  const place = (x: number, y: number): readonly [number, number] => [
    WIDTH / 2 + (x - (left + right) / 2) * scale,
    HEIGHT / 2 + (y - (top + bottom) / 2) * scale,
  ];
  const drawn = [
    ...notes.map((note) => noteIn(note, place, scale)),
    ...strokes.map((stroke) => strokeIn(stroke, place, scale)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${GROUND}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g></svg>`;
}

type Place = (x: number, y: number) => readonly [number, number];

function strokeIn({ ink, size, points }: Stroke, place: Place, scale: number): string {
  const kept: (readonly [number, number])[] = [];
  for (const [index, [x, y]] of points.entries()) {
    const [toX, toY] = place(x, y);
    const [fromX, fromY] = kept.at(-1) ?? [Infinity, Infinity];
    const isFar = Math.hypot(toX - fromX, toY - fromY) > FINE;
    if (isFar || index === points.length - 1) kept.push([toX, toY]);
  }
  const path = kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  return `<path d="M${path}" stroke="${INK[ink]}" stroke-width="${Math.max(0.8, size * scale).toFixed(1)}"/>`;
}

/** Draws a sticky note with lines in place of its text. */
function noteIn(note: Note, place: Place, scale: number): string {
  const { x, y, width, fontSize, color } = note;
  const [left, top] = place(x, y);
  const box = `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${(width * scale).toFixed(1)}" height="${(heightOf(note) * scale).toFixed(1)}" rx="1" fill="${PAPER[color]}"/>`;
  const unit = fontSize * scale;
  const margin = color === 'plain' ? 0 : 0.8 * unit;
  const lines = linesOf(note);
  const drawn = Array.from({ length: Math.ceil(lines) }, (_, index) => {
    const from = left + margin;
    const share = Math.min(1, lines - index);
    const to = from + Math.max(unit, share * (width * scale - 2 * margin));
    const at = top + (1.4 + 1.35 * index) * unit;
    return `<path d="M${from.toFixed(1)} ${at.toFixed(1)}H${to.toFixed(1)}" stroke="#2a2820" stroke-opacity=".55" stroke-width="${(unit * 0.3).toFixed(1)}"/>`;
  });
  return box + drawn.join('');
}

function linesOf({ text, width, fontSize }: Note): number {
  return (text.length * 0.5 * fontSize) / Math.max(3 * fontSize, width - 1.6 * fontSize);
}

function heightOf(note: Note): number {
  const least = note.color === 'plain' ? 0 : 4.4;
  return Math.max(least, Math.ceil(linesOf(note)) * 1.35 + 1.5) * note.fontSize;
}
