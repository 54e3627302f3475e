/** The matrix as lines of text: faults as rows, operations as columns. */
import { OPERATIONS } from './expectations.ts';
import type { PlayedRow } from './play.ts';

const NAME_WIDTH = 32;
const CELL_WIDTH = 14;

/** `ok` for a cell that came to what is due, else what it came to. */
export function matrixLines(rows: readonly PlayedRow[]): readonly string[] {
  const head = [''.padEnd(NAME_WIDTH), ...OPERATIONS.map((operation) => operation.padEnd(CELL_WIDTH))];
  return [head.join('').trimEnd(), ...rows.map(rowLine)];
}

function rowLine({ row, cells, leaks }: PlayedRow): string {
  const words = cells.map(({ outcome, problems, operation }) => {
    if (problems.length === 0) return 'ok';
    // The right code is not enough: what else is wrong is said below the matrix.
    return outcome === row.expected[operation] ? 'WRONG' : outcome.toUpperCase();
  });
  const line = [row.name.padEnd(NAME_WIDTH), ...words.map((word) => `${word} `.padEnd(CELL_WIDTH))].join('');
  return leaks.length === 0 ? line.trimEnd() : `${line}LEAK`;
}
