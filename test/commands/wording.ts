/** `npm run wording`: prints every UI text with its file. With `-- 7` it prints 100 random texts, using the seed 7. */
import { createHash } from 'node:crypto';
import { trackedFiles } from '../architecture/repository.ts';
import { uiTextsOf } from '../architecture/texts.ts';

const seed = process.argv[2];
const lines = trackedFiles().flatMap((file) => uiTextsOf(file).map((text) => `${file.path}: ${text}`));
const rank = (line: string): string => createHash('sha256').update(`${seed}${line}`).digest('hex');
const ranked = lines.map((line) => [rank(line), line] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
const whole = ranked.filter(([, line]) => /: \p{Lu}.* /u.test(line));
const shown = seed === undefined ? lines : whole.slice(0, 100).map(([, line]) => line);
for (const line of shown) console.log(line);
