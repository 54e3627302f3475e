import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const workflow = await readFile(
  path.resolve(import.meta.dirname, '../../../.github/workflows/ci.yml'),
  'utf8',
);

test('every action is pinned by its commit, with its version beside it', () => {
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map((match) => match[1]);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the workflow has read permission only, and leaves no token in the checkout', () => {
  expect(workflow.match(/permissions:\n {2}contents: read\n/g)).toHaveLength(1);
  expect(workflow.match(/permissions:/g)).toHaveLength(1);
  expect(workflow).not.toMatch(/: write\b|secrets\./);
  expect(workflow).toContain('persist-credentials: false');
});

test('text by strangers never reaches a shell', () => {
  const expressions = [...workflow.matchAll(/\$\{\{ *(.*?) *\}\}/g)].map((match) => match[1] ?? '');
  for (const expression of expressions) {
    expect(expression).toMatch(/^(?:matrix\.os|github\.ref|github\.event_name == 'pull_request')$/);
  }
});

test('all three platforms install what is locked, probe, test and package', () => {
  for (const system of ['ubuntu', 'macos', 'windows'])
    expect(workflow).toMatch(new RegExp(`os: \\[.*${system}-`));
  expect(workflow).toMatch(/run: \|\n +npm ci\n/u);
  for (const command of ['npm run probe', 'npm test', 'npm run package'])
    expect(workflow).toContain(`run: ${command}`);
});

test('a step that hangs fails before the job is cancelled, so that what it left is kept', () => {
  const limit = (text: string): number => Number(/timeout-minutes: (\d+)/u.exec(text)?.[1] ?? NaN);
  const [job = '', ...steps] = workflow.split(/^ {6}- /mu);
  const runs = steps.filter((step) => /^ +run: (?!sudo sysctl)/mu.test(step));
  expect(runs.length).toBeGreaterThan(6);
  const limits = runs.map(limit);
  expect(limits.filter(Number.isNaN)).toEqual([]);
  expect(limit(job)).toBeGreaterThan(limits.reduce((all, each) => all + each, 0));
  expect(workflow).toMatch(/if: failure\(\)\n +uses: actions\/upload-artifact@/u);
});
