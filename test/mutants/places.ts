/** Files through which the processes of a mutants run speak. */
import path from 'node:path';
import { ROOT } from '../commands/process.ts';

const FOLDER = path.join(ROOT, 'out/mutants');

/** The id of the condition that is negated; -1 for none. */
export const ACTIVE_FILE = path.join(FOLDER, 'active');

/** For each test file a JSON list of the ids that it reaches. */
export const REACHED = path.join(FOLDER, 'reached');
