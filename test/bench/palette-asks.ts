/** Labels every board, then measures queries of the palette. Arguments: `<user data> <connection> <boards> <rounds>` */
import path from 'node:path';
import { openMirror } from '../../main/store/mirror/mirror.ts';
import { openFile } from '../../main/store/open.ts';
import { notesTable } from '../../main/store/tables/notes.ts';
import { boardId } from './boards-of-bench.ts';

const [userData = '', connectionId = '', count = '', rounds = ''] = process.argv.slice(2);
const BOARDS = Number(count);
const ROWS = 6;
const SLICE = 1000;
const SUBJECTS = ['Maths', 'Biology', 'History', 'Geography', 'Physics', 'English'];

const mainDatabase = path.join(userData, 'easel.db');
const { db } = openFile(mainDatabase, Date.now());
const notes = notesTable(db);
for (let from = 0; from < BOARDS; from += SLICE) {
  const records = Array.from({ length: Math.min(SLICE, BOARDS - from) }, (_, at) => {
    const place = from + at;
    return {
      boardId: boardId(place),
      label: `${SUBJECTS[place % SUBJECTS.length]} ${place % 13}, lesson ${place}`,
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
  'two words of one label': `lesson ${Math.floor(BOARDS / 2)}`,
  'part of an id': boardId(Math.floor(BOARDS / 3)).slice(0, 8),
  'absent words': 'nothing is called this',
};

const mirror = openMirror({
  folder: path.join(userData, 'boards'),
  mainDatabase,
  workerUrl: new URL(`file://${path.join(path.dirname(process.argv[1] ?? ''), 'mirror-worker.js')}`),
});

let questions = 0;
/** Sends a query with a filter that matches every board. The filter is always new, so no result is cached. */
function ask(find: string): ReturnType<typeof mirror.window> {
  questions += 1;
  const filters = [{ kind: 'created', from: null, to: 8e15 - questions }] as const;
  const query = { find, filters, order: { by: 'created', descending: true } } as const;
  return mirror.window({ connectionId, from: 0, count: ROWS, query, fields: [], hurried: true });
}

const times: Record<string, number[]> = {};
await ask('warm');
for (const [name, term] of Object.entries(TERMS)) {
  for (let round = 0; round < Number(rounds); round += 1) {
    const begun = performance.now();
    const { rows } = await ask(term);
    (times[name] ??= []).push(performance.now() - begun);
    if ((rows.length === 0) !== name.startsWith('absent'))
      throw new Error(`${rows.length} boards for ${name}`);
  }
}
await mirror.close();
process.stdout.write(JSON.stringify(times));
process.exit(0);
