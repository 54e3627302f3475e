/** Vitest plugin for mutation tests: wraps the conditions in loaded files, so that each one can be negated. */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { ROOT } from '../commands/process.ts';
import { sampledConditions, withMutants } from './conditions.ts';

export function mutants(): Plugin {
  const conditions = sampledConditions();
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(text, id) {
      const file = path.relative(ROOT, id.replace(/\?.*$/u, '')).replaceAll('\\', '/');
      const own = conditions.filter((condition) => condition.file === file);
      return own.length === 0 ? null : { code: withMutants(text, own), map: null };
    },
  };
}
