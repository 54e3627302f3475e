import type { Ink, Item, Note, Stroke } from '../../preload/contract/practice-room.ts';

const WIDTH = 480;
const HEIGHT = 300;
/** Points of a stroke that are less than this number of px apart are merged. */
const FINE = 2.5;

// Colours of the sample pictures. Equal to the light theme in renderer/room/room.css.
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

export function picturesOf(content: ReadonlyMap<string, readonly Item[]>) {
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
  const width = Math.max(1, right - left, ((bottom - top) * WIDTH) / HEIGHT) / 0.9;
  const height = (width * HEIGHT) / WIDTH;
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const pixel = width / WIDTH;
  const drawn = [
    ...notes.map((note) => noteIn(note, pixel)),
    ...strokes.map((stroke) => strokeIn(stroke, pixel)),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${x} ${y} ${width} ${height}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${GROUND}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${drawn}</g></svg>`;
}

function strokeIn({ ink, size, points }: Stroke, pixel: number): string {
  const kept: Stroke['points'][number][] = [];
  for (const [index, point] of points.entries()) {
    const [fromX, fromY] = kept.at(-1) ?? [Infinity, Infinity];
    const isFar = Math.hypot(point[0] - fromX, point[1] - fromY) > FINE * pixel;
    if (isFar || index === points.length - 1) kept.push(point);
  }
  const path = kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  return `<path d="M${path}" stroke="${INK[ink]}" stroke-width="${Math.max(0.8 * pixel, size)}"/>`;
}

function noteIn(note: Note, pixel: number): string {
  const { x, y, width, fontSize, color } = note;
  const margin = color === 'plain' ? 0 : 0.8 * fontSize;
  const count = linesOf(note);
  const lines = Array.from({ length: Math.ceil(count) }, (_, index) => {
    const at = y + (1.4 + LINE * index) * fontSize;
    const length = Math.max(fontSize, Math.min(1, count - index) * (width - 2 * margin));
    return `M${x + margin} ${at}h${length}`;
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${heightOf(note)}" rx="${pixel}" fill="${PAPER[color]}"/><path d="${lines.join('')}" stroke="#2a2820" stroke-opacity=".55" stroke-width="${fontSize * 0.3}"/>`;
}

const LINE = 1.35;

function linesOf({ text, width, fontSize }: Note): number {
  return (text.length * 0.5 * fontSize) / Math.max(3 * fontSize, width - 1.6 * fontSize);
}

function heightOf(note: Note): number {
  const least = note.color === 'plain' ? 0 : 4.4;
  return Math.max(least, Math.ceil(linesOf(note)) * LINE + 1.5) * note.fontSize;
}
