/** Generated boards for benchmarks: about 235 bytes of JSON each, in the board service's format. */

const NEWEST = Date.UTC(2026, 10, 21, 7);
const APART_MS = 3000;

export function boardId(place: number): string {
  const scattered = (seed: number): string =>
    (Math.imul(place + seed, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  const text = `${scattered(1)}${scattered(7919)}${scattered(104_729)}${place.toString(16).padStart(8, '0')}`;
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}

export function boardCreated(place: number): { readonly raw: string; readonly epochMs: number } {
  const epochMs = NEWEST - place * APART_MS;
  return { raw: new Date(epochMs).toISOString().slice(0, 19).replace('T', ' '), epochMs };
}

export function boardText(place: number): string {
  const { raw } = boardCreated(place);
  return JSON.stringify({
    room_id: boardId(place),
    created_at: raw,
    updated_at: raw,
    settings: {
      owner: place % 977,
      locked: place % 5 === 0,
      plan: 'school',
      people: place % 31,
      ground: 'grid',
    },
    links: [],
    last_seen_at: raw,
  });
}
