/** What the probe's app has answered, judged and as a table. */
import type { Driver } from '../support/system.ts';

/** How an answer begins where what the line needs is not on this computer. */
export const NOT_HERE = 'not here:';

export type Verdict = 'as expected' | 'differs' | 'not yet checked';

export interface Answer {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly verdict: Verdict;
}

export interface Answers {
  readonly answers: readonly Answer[];
  /** How many lines were not answered at all. */
  readonly missing: number;
}

/** A line of JSON of the app; `lines` is how many there will be. */
interface Said {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly onShell: boolean;
  readonly lines: number;
}

/** Reads what the app has printed, among what else its process says. */
export function readAnswers(output: string, kind: Driver['kind']): Answers {
  const said = output
    .split('\n')
    .filter((line) => line.startsWith('{"what":'))
    .map((line) => JSON.parse(line) as Said);
  const answers = said.map(({ what, expected, found, onShell }) => {
    const isTold = (kind === 'electron' || onShell) && !found.startsWith(NOT_HERE);
    const verdict = !isTold ? 'not yet checked' : found === expected ? 'as expected' : 'differs';
    return { what, expected, found, verdict } as const;
  });
  return { answers, missing: (said[0]?.lines ?? 1) - said.length };
}

/** For people: a line each, and how many of which. */
export function tableOf({ answers, missing }: Answers, kind: Driver['kind']): string {
  const isShell = kind === 'chromium-shell';
  const rows = answers.map(({ what, expected, found, verdict }) => {
    const isOpen = verdict === 'not yet checked' && isShell && !found.startsWith(NOT_HERE);
    return [verdict, what, expected, isOpen ? 'the shell can’t tell' : found];
  });
  const all = [['', 'what', 'expected', 'found'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = (verdict: Verdict): number => answers.filter((answer) => answer.verdict === verdict).length;
  const counts = `${count('as expected')} as expected, ${count('differs')} differ, ${count('not yet checked')} not yet checked`;
  const where = isShell
    ? 'Probed: the Chromium shell, no Electron binary here. What it tells is of this Node.'
    : 'Probed: Electron.';
  return [where, '', ...lines, '', missing > 0 ? `${counts}, ${missing} without an answer` : counts].join(
    '\n',
  );
}
