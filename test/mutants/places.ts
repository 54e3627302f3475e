/** Files through which the processes of a mutants run communicate. */
import path from 'node:path';
import { ROOT } from '../commands/process.ts';

const FOLDER = path.join(ROOT, 'out/mutants');

/** Contains the id of the negated condition; -1 for none. */
export const ACTIVE_FILE = path.join(FOLDER, 'active');

/** Contains a JSON list of reached ids per test file. */
export const REACHED = path.join(FOLDER, 'reached');
