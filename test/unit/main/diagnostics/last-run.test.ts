import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { beginRun } from '../../../../main/diagnostics/last-run.ts';
import { createLog } from '../../../../main/log/log.ts';

let folder: string;
const lines: string[] = [];
const log = createLog({ write: (line) => void lines.push(line) });
const NOW = Date.UTC(2026, 10, 24, 9, 41);

beforeEach(() => {
  folder = freshFolder();
  lines.length = 0;
});

test('a first run, and one after an orderly end, have nothing to tell', () => {
  const first = beginRun(folder, NOW, log);
  expect([first.brokenOff, first.notice()]).toEqual([null, null]);
  first.end();
  expect(readdirSync(folder)).toEqual([]);
  expect(beginRun(folder, NOW, log).notice()).toBeNull();
});

test('after a run that was broken off the next one says so, with what had crashed', () => {
  const run = beginRun(folder, NOW, log);
  run.pageCrashed('oom');
  expect(run.notice()).toContain('crashed and was loaded again');
  expect(lines.join('\n')).toContain('"cause":"oom"');
  const next = beginRun(folder, NOW + 1000, log);
  expect(next.brokenOff).toEqual({ startedAt: NOW, crashes: ['oom'] });
  expect(next.notice()).toMatch(
    /^Easel didn’t close properly last time .* Its window had crashed before \(oom\)\./u,
  );
  expect(lines.join('\n')).toContain('the run before was broken off');
});

test('a marker that was cut off while it was written is one still', () => {
  writeFileSync(path.join(folder, 'running.json'), '{"startedAt":');
  expect(beginRun(folder, NOW, log).notice()).toMatch(
    /^Easel didn’t close properly last time\. What was saved/u,
  );
});

test('a folder that can’t be written to keeps nothing from starting', () => {
  const run = beginRun(path.join(folder, 'missing'), NOW, log);
  run.pageCrashed('crashed');
  run.end();
  expect(run.brokenOff).toBeNull();
});
