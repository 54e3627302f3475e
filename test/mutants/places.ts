/** Files through which the processes of a mutation test exchange data. */
import path from 'node:path';
import { ROOT } from '../commands/process.ts';

const FOLDER = path.join(ROOT, 'out/mutants');

/** File with the id of the negated condition; the id -1 means that no condition is negated. */
export const ACTIVE_FILE = path.join(FOLDER, 'active');

/** File with a JSON list: for each test file, the ids of the conditions that it executes. */
export const REACHED = path.join(FOLDER, 'reached');
