import path from 'node:path';
import { ROOT } from '../commands/process.ts';

const FOLDER = path.join(ROOT, 'out/mutants');

/** File with the id of the negated condition, or -1 if no condition is negated. */
export const ACTIVE_FILE = path.join(FOLDER, 'active');

export const REACHED = path.join(FOLDER, 'reached');
