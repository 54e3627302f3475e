/**
 * Labels every board of a mirror, then asks the mirror's own thread as the palette does; prints the times in ms as JSON.
 * `node palette-asks.js <user data> <connection> <boards>`
 */
import path from 'node:path';
import { openMirror } from '../../main/store/mirror/mirror.ts';
import { openFile } from '../../main/store/open.ts';
import { notesTable } from '../../main/store/tables/notes.ts';
import type { BoardQuery } from '../../preload/contract/boards.ts';
import { boardId } from './boards-of-bench.ts';

export type PaletteTimes = Readonly<Record<string, readonly number[]>>;

const [userData = '', connectionId = '', count = '', rounds = ''] = process.argv.slice(2);
const BOARDS = Number(count);
/** As many as the palette asks for. */
const ROWS = 6;

const folder = path.join(userData, 'boards');
const mainDatabase = path.join(userData, 'easel.db');
const SUBJECTS = ['Maths', 'Biology', 'History', 'Geography', 'Physics', 'English'];
const SLICE = 1000;

const { db } = openFile(mainDatabase, Date.now());
const notes = notesTable(db);
for (let from = 0; from < BOARDS; from += SLICE) {
  const records = Array.from({ length: Math.min(SLICE, BOARDS - from) }, (_, at) => {
    const place = from + at;
    return {
      boardId: boardId(place),
      label: `${SUBJECTS[place % SUBJECTS.length]} ${place % 13}${'abc'[place % 3]}, lesson ${place}`,
      note: '',
      tags: place % 4 === 0 ? ['homework'] : [],
      customer: `School ${place % 977}`,
      protected: false,
      updatedAt: 1,
    };
  });
  notes.put(connectionId, records);
}
db.close();

const TERMS: Readonly<Record<string, string>> = {
  '2 characters, common': 'ma',
  '2 characters, absent': 'q~',
  '3 characters, common': 'les',
  'a word in a sixth of all': 'biology',
  'two words of one label': `lesson ${Math.floor(BOARDS / 2)}`,
  'a customer': 'school 412',
  'part of an id': boardId(Math.floor(BOARDS / 3)).slice(0, 8),
  'a whole id': boardId(Math.floor(BOARDS / 5)),
  'absent words': 'nothing is called this',
};

let questions = 0;
/** A question that nobody has asked before, and that means the same as without its filter. */
function fresh(find: string): BoardQuery {
  questions += 1;
  const filters = [{ kind: 'created', from: null, to: 8e15 - questions }] as const;
  return { find, filters, order: { by: 'created', descending: true } };
}

const programs = path.dirname(process.argv[1] ?? '');
const mirror = openMirror({
  folder,
  mainDatabase,
  workerUrl: new URL(`file://${path.join(programs, 'mirror-worker.js')}`),
});
const ask = (query: BoardQuery) =>
  mirror.window({ connectionId, from: 0, count: ROWS, query, fields: [], hurried: true });

const times: Record<string, number[]> = {};
await ask(fresh('warm'));
for (const [name, term] of Object.entries(TERMS)) {
  const isAbsent = name.includes('absent');
  for (let round = 0; round < Number(rounds); round += 1) {
    const begun = performance.now();
    const { rows } = await ask(fresh(term));
    (times[name] ??= []).push(performance.now() - begun);
    if ((rows.length === 0) !== isAbsent) throw new Error(`${rows.length} boards for ${name}`);
  }
}
await mirror.close();
process.stdout.write(JSON.stringify(times satisfies PaletteTimes));
process.exit(0);
