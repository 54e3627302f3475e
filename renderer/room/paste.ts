import { toPaper } from './camera.ts';
import { newId } from './dom.ts';
import type { Session } from './session.ts';

/** The service takes no longer `data:` addresses, and no more images on a paper (main/practice). */
const LONGEST = 400_000;
const MOST_IMAGES = 25;
/** The longest side, in pixels, of a pasted image as it is kept; and the next, smaller tries. */
const SIDES = [1400, 1000, 700, 400];

/** What is pasted so soon after the middle button came up is its doing. */
const JUST_NOW_MS = 300;

/** Puts pasted images on the paper, and pasted text as a note, in the middle of what is seen. */
export function acceptPaste(session: Session, canvas: HTMLCanvasElement, say: (text: string) => void): void {
  // The middle button pans. On Linux it also pastes what was selected last, whatever became of its own events.
  let panned = -Infinity;
  canvas.addEventListener('pointerup', ({ button }) => {
    if (button === 1) panned = performance.now();
  });
  document.addEventListener('paste', (event) => {
    if (performance.now() - panned < JUST_NOW_MS) return event.preventDefault();
    if (event.target instanceof HTMLTextAreaElement || event.clipboardData === null) return;
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
    const text = event.clipboardData.getData('text/plain').trim().slice(0, 2_000);
    if (file) void pasteImage(file);
    else if (text !== '') pasteText(text);
    else return;
    event.preventDefault();
  });

  /** The middle of what is seen, and how much of the paper that is. */
  function place(): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } {
    const { width, height } = canvas.getBoundingClientRect();
    const { zoom } = session.camera;
    const [x, y] = toPaper(session.camera, width / 2, height / 2);
    return { x, y, width: width / zoom, height: height / zoom };
  }

  function pasteText(text: string): void {
    const { x, y } = place();
    const { name: by, noteColor: color } = session;
    const note = {
      kind: 'note',
      id: newId(),
      by,
      color,
      x: x - 90,
      y: y - 40,
      width: 180,
      fontSize: 16,
      text,
    } as const;
    session.put(note);
    session.set({ tool: 'select', selected: new Set([note.id]) });
  }

  async function pasteImage(file: Blob): Promise<void> {
    const images = [...session.paper.items.values()].filter(({ kind }) => kind === 'image').length;
    if (images >= MOST_IMAGES) return say(`A paper holds ${MOST_IMAGES} pictures at most.`);
    const bitmap = await createImageBitmap(file).catch(() => undefined);
    const source = bitmap && sourceOf(bitmap);
    if (!bitmap || source === undefined) return say('This picture can’t be pasted.');
    const seen = place();
    const scale = Math.min(1, (0.6 * seen.width) / bitmap.width, (0.6 * seen.height) / bitmap.height);
    const [width, height] = [Math.max(1, bitmap.width * scale), Math.max(1, bitmap.height * scale)];
    const id = newId();
    const at = { x: seen.x - width / 2, y: seen.y - height / 2, width, height };
    session.put({ kind: 'image', id, by: session.name, ...at, source });
    session.set({ tool: 'select', selected: new Set([id]) });
  }
}

/** As small as the service takes it; undefined where it never gets so small. */
function sourceOf(bitmap: ImageBitmap): string | undefined {
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const source = canvas.toDataURL('image/webp', 0.85);
    if (source.length <= LONGEST) return source;
  }
  return undefined;
}
