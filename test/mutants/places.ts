/** Files through which the processes of a mutants run exchange data. */
import path from 'node:path';
import { ROOT } from '../commands/process.ts';

const FOLDER = path.join(ROOT, 'out/mutants');

/** File with the id of the negated condition; -1 for none. */
export const ACTIVE_FILE = path.join(FOLDER, 'active');

/** File with a JSON list of executed condition ids per test file. */
export const REACHED = path.join(FOLDER, 'reached');
