/** Runs Easel's cURL snippets in bash, against the practice service. PowerShell snippets are not tested here. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { snippetsFor } from '../../../main/service/snippets.ts';
import type { SnippetLanguage, SnippetOf } from '../../../preload/contract/snippets.ts';
import { sharedPractice } from '../main/shared-main.ts';
import { HOSTILE_NAMES } from '../../support/hostile-names.ts';
import { Guest } from '../practice/clients.ts';

const shared = sharedPractice({ boards: 2 });

const hasCurl = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).error === undefined);

function codeFor(of: Partial<SnippetOf> & Pick<SnippetOf, 'operation'>, language: SnippetLanguage): string {
  const { origin } = shared.practice;
  const addresses = { paperApi: origin, boardApi: origin, appUrl: origin };
  const code = snippetsFor({ id: '', name: '', ...of }, addresses).find((each) => each.language === language);
  return code?.code ?? `no ${language}`;
}

async function outputOf(code: string): Promise<string> {
  const env = { ...process.env, EASEL_API_KEY: shared.practice.apiKey };
  return (await promisify(execFile)('bash', ['-c', code], { env, maxBuffer: 1e8 })).stdout;
}

const papers = async () => (await shared.practice.contents()).papers;

test.runIf(hasCurl)('each cURL command that Easel copies works in bash', async () => {
  const run = (of: Parameters<typeof codeFor>[0]): Promise<string> => outputOf(codeFor(of, 'bash'));
  const template = shared.practice.samplePapers[0]?.identifier ?? '';
  const name = `It's "<b>" & $(id) \`id\` \\ %n 👩‍🏫 ‘x’`;
  await run({ operation: 'create-paper', name });
  const made = (await papers()).filter((paper) => paper.name === name);
  expect(made).toHaveLength(1);
  const copied = JSON.parse(await run({ operation: 'create-from', id: template, name: 'Copy' })) as object;
  expect(copied).toMatchObject({ template_id: template });
  const id = made[0]?.identifier ?? '';
  const token = (await run({ operation: 'make-token', id })).trim().replaceAll('"', '');
  const guest = await Guest.present(shared.practice, id, token);
  await guest.next('welcome');
  expect((await papers()).find((paper) => paper.identifier === id)?.people).toEqual(['Ada Lovelace']);
  await guest.leave();
  await run({ operation: 'delete-paper', id });
  expect((await papers()).some((paper) => paper.identifier === id)).toBe(false);

  const { room_id: board } = JSON.parse(await run({ operation: 'create-board' })) as {
    readonly room_id: string;
  };
  expect((await shared.practice.contents()).boards).toContain(board);
  expect(await run({ operation: 'list-boards' })).toContain(board);
  expect(await run({ operation: 'view-board', id: board })).toContain(board);
  await run({ operation: 'delete-board', id: board });
  expect((await shared.practice.contents()).boards).not.toContain(board);
});

// Skips names over 200 characters, because they take longer and test nothing else.
const NAMES = HOSTILE_NAMES.filter((name) => name.length <= 200);

test.runIf(hasCurl)('a hostile name in a copied cURL command can’t run another command', async () => {
  const printArguments = `curl() { printf '%s\\0' "$@"; }\n`;
  const codes = NAMES.map((name) => codeFor({ operation: 'create-from', name, id: name }, 'bash'));
  const words = (await outputOf(printArguments + codes.join(''))).split('\0');
  const bodies = words.flatMap((word, at) =>
    words[at - 1] === '--data-raw' ? [JSON.parse(word) as unknown] : [],
  );
  expect(bodies).toEqual(NAMES.map((name) => ({ name, template: name })));
});

test('a paper’s id can’t add markup to the HTML frame that the user copies', () => {
  const html = codeFor({ operation: 'embed', id: 'p"><script>1</script>' }, 'html');
  expect(html).toContain('allow="clipboard-read; clipboard-write"');
  expect(html).toContain('Never write a token into a page');
  expect(html).not.toContain('<script');
});
