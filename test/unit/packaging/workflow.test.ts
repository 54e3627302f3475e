import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

// That actions are pinned is checked by D5 of `npm run nightly security` (test/security/supply-chain.ts).
const read = (file: string): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, '../../../.github/workflows', file), 'utf8');
const workflow = await read('ci.yml');
const release = await read('release.yml');
const commandsOf = (text: string): readonly string[] =>
  text.split(/^ {6}- /mu).map((step) => /run:[^]*?(?=\n {8}\w|$)/u.exec(step)?.[0] ?? '');
const expressionsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\$\{\{ *(.*?) *\}\}/g)].map((match) => match[1] ?? '');

test('the workflow has read permission only, and leaves no token in the checkout', () => {
  expect(workflow.match(/permissions:\n {2}contents: read\n/g)).toHaveLength(1);
  expect(workflow.match(/permissions:/g)).toHaveLength(1);
  expect(workflow).not.toMatch(/: write\b|secrets\./);
  expect(workflow).toContain('persist-credentials: false');
});

test('text by strangers never reaches a shell', () => {
  for (const expression of expressionsOf(workflow)) {
    expect(expression).toMatch(/^(?:matrix\.os|github\.ref|github\.event_name == 'pull_request')$/);
  }
  for (const expression of expressionsOf(release)) {
    expect(expression).toMatch(
      /^(?:matrix\.os|github\.ref|github\.token|secrets\.\w+|github\.ref_type == 'tag' && '1' \|\| '0'|!failure\(\) && !cancelled\(\)(?: && github\.ref_type == 'tag')?)$/,
    );
  }
  expect(commandsOf(release).filter((command) => command.includes('${{'))).toEqual([]);
});

test('in a release nothing may write but the job that builds nothing', () => {
  const [head = '', body = ''] = release.split(/^jobs:$/mu);
  const jobs = body.split(/^ {2}(?=\w+:$)/mu).slice(1);
  expect(head).toContain('permissions: {}\n');
  const writers = jobs.filter((job) => /: write\b/u.test(job));
  expect(writers.map((job) => job.split(':')[0])).toEqual(['publish']);
  expect(writers[0]).not.toMatch(/npm (?:ci|run|test)/u);
  expect(jobs).toHaveLength(4);
  for (const job of jobs) expect(job).toContain('    permissions:\n');
});

test('a release is signed for tags alone, after the preflight and all of CI', () => {
  const steps = release.split(/^ {6}- /mu);
  const withSecrets = steps.filter((step) => step.includes('secrets.') && !step.includes('preflight'));
  expect(withSecrets).toHaveLength(3);
  for (const step of withSecrets)
    expect(step).toMatch(/if: (?:runner\.os == '\w+' && )?github\.ref_type == 'tag'\n/u);
  expect(release).toMatch(/test:\n {4}needs: preflight\n[^]*uses: \.\/\.github\/workflows\/ci\.yml\n/u);
  expect(release).toMatch(/package:\n {4}needs: test\n/u);
  expect(release).toMatch(/publish:\n {4}needs: package\n/u);
});

test('a release keeps every file that a person would install, and no cache goes into it', () => {
  for (const format of ['deb', 'rpm', 'dmg', 'zip', 'pkg', 'exe', 'msi', 'cdx.json']) {
    expect(release).toContain(`            out/package/*.${format}\n`);
  }
  expect(release).not.toMatch(/^ +cache:/mu);
});
