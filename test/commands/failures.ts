/** The failures of a whole run, at its end: CI keeps no more than the tail of a long log. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './process.ts';
import type { Counts } from './report.ts';

/** A failure is known by the first lines of its error; the whole is further up, and in out/test. */
const LINES = 8;
const LONGEST_LINE = 300;
/** So many are told with their errors, the others by name. */
const IN_FULL = 25;

function firstLines(error: string): readonly string[] {
  return stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, LINES)
    .map((line) => `      ${line.trimEnd().slice(0, LONGEST_LINE)}`);
}

type Stages = readonly (Pick<Counts, 'failures'> & { readonly name: string })[];

/** Every failure with its stage, as lines of text; none where nothing failed. */
export function failureLines(stages: Stages): readonly string[] {
  const all = stages.flatMap(({ name, failures }) =>
    failures.map((failure) => ({ stage: name, ...failure })),
  );
  if (all.length === 0) return [];
  const lines = all.flatMap(({ stage, name, error }, index) => [
    `  ${stage}: ${name.replace(ROOT + path.sep, '')}`,
    ...(index < IN_FULL ? firstLines(error) : []),
  ]);
  return ['Failed:', ...lines];
}
