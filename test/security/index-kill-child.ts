/** A process that builds the search index of a list until it is killed; where it is built, the list is changed. */
import { setImmediate } from 'node:timers/promises';
import { packPage, type PackedPage } from '../../main/service/wire/packed-page.ts';
import { createWriter } from '../../main/store/mirror/writer.ts';

export const CONNECTION = '6b1f0c52-3d1a-4c5e-9f0a-2f4f7a1d9b91';
/** What the boards say, listing after listing. */
export const ROUNDS = ['alpha', 'bravo', 'delta'] as const;
/** A build takes so many slices. */
const BOARDS = 20_000;

const [, , folder = '', first = ''] = process.argv;
let planned: (() => void)[] = [];
const writer = createWriter({ folder, now: Date.now, later: (work) => void planned.push(work) });
const pageOf = (word: string): PackedPage => {
  const items = Array.from({ length: BOARDS }, (_, at) => {
    const id = `board-${at}`;
    return { id, created: null, raw: JSON.stringify({ id, name: `${word} ${at}` }) };
  });
  return packPage({ items, notUnderstood: 0, total: null });
};

function list(word: string): void {
  const run = writer.begin(CONNECTION);
  writer.take(CONNECTION, run, pageOf(word), 'always');
  const end = { completeness: 'complete', total: null, notUnderstood: 0, at: Date.now() } as const;
  writer.finish(CONNECTION, run, end);
}

/** One slice of what is left to do; gives whether there is more. */
function work(): boolean {
  const now = planned;
  planned = [];
  for (const each of now) each();
  return planned.length > 0;
}

if (process.send !== undefined) {
  writer.tidy(CONNECTION);
  for (let round = Number(first); ; round += 1) {
    while (work()) {
      process.send('building');
      await setImmediate();
    }
    list(ROUNDS[round % ROUNDS.length] ?? '');
  }
}
