/** Code that Easel gives out, run: by curl in a shell, by Node and by Python, against the practice service. PowerShell isn't run. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippetsFor } from '../../../main/service/snippets.ts';
import type { SnippetLanguage, SnippetOf } from '../../../preload/contract/snippets.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { HOSTILE_NAMES } from '../../support/hostile-names.ts';
import { Guest } from '../practice/clients.ts';
import { isNightly } from '../../support/nightly.ts';

let practice: PracticeService;
let folder: string;

beforeAll(async () => {
  practice = await startPractice({ boards: 2 });
  folder = await mkdtemp(path.join(tmpdir(), 'easel-snippets-'));
});
afterAll(async () => {
  await practice.stop();
  await rm(folder, { recursive: true, force: true });
});

type Run = 'bash' | 'node' | 'python';
const PROGRAMS: Readonly<Record<Run, readonly [program: string, file: string]>> = {
  bash: ['bash', 'run.sh'],
  node: [process.execPath, 'run.mjs'],
  python: ['python3', 'run.py'],
};
const isHere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const HERE = {
  bash: isHere('bash') && isHere('curl'),
  node: true,
  python: isHere('python3'),
};

function codeFor(of: Partial<SnippetOf> & Pick<SnippetOf, 'operation'>, language: SnippetLanguage): string {
  const { origin } = practice;
  const addresses = { paperApi: origin, boardApi: origin, appUrl: origin };
  const code = snippetsFor({ id: '', name: '', ...of }, addresses).find((each) => each.language === language);
  return code?.code ?? `no ${language}`;
}

async function begin(language: Run, code: string, environment: Readonly<Record<string, string>> = {}) {
  const [program, file] = PROGRAMS[language];
  const place = path.join(folder, file);
  await writeFile(place, code);
  const env = { ...process.env, EASEL_API_KEY: practice.apiKey, ...environment };
  return spawn(program, [place], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What the code prints; it must end well. */
async function outputOf(language: Run, code: string): Promise<string> {
  const child = await begin(language, code);
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [status] = (await once(child, 'close')) as [number];
  expect([status, status === 0 ? '' : errors]).toEqual([0, '']);
  return printed;
}

const papers = async () => (await practice.contents()).papers;

for (const language of ['bash', 'node', 'python'] as const) {
  test.runIf(HERE[language] && (isNightly || language === 'bash'))(
    `every operation does in ${language} what it says`,
    async () => {
      const run = (of: Parameters<typeof codeFor>[0]): Promise<string> =>
        outputOf(language, codeFor(of, language));
      const template = practice.samplePapers[0]?.identifier ?? '';
      const name = `It's "<b>" & $(id) \`id\` \\ %n ${language} 👩‍🏫 ‘x’`;
      await run({ operation: 'create-paper', name });
      const made = (await papers()).filter((paper) => paper.name === name);
      expect(made).toHaveLength(1);
      const copied = JSON.parse(
        await run({ operation: 'create-from', id: template, name: 'Copy' }),
      ) as object;
      expect(copied).toMatchObject({ template_id: template });
      const id = made[0]?.identifier ?? '';
      const token = (await run({ operation: 'make-token', id })).trim().replaceAll('"', '');
      const guest = await Guest.present(practice, id, token);
      await guest.next('welcome');
      expect((await papers()).find((paper) => paper.identifier === id)?.people).toEqual(['Ada Lovelace']);
      await guest.leave();
      await run({ operation: 'delete-paper', id });
      expect((await papers()).some((paper) => paper.identifier === id)).toBe(false);

      const { room_id: board } = JSON.parse(await run({ operation: 'create-board' })) as {
        readonly room_id: string;
      };
      expect((await practice.contents()).boards).toContain(board);
      expect(await run({ operation: 'list-boards' })).toContain(board);
      expect(await run({ operation: 'view-board', id: board })).toContain(board);
      await run({ operation: 'delete-board', id: board });
      expect((await practice.contents()).boards).not.toContain(board);
    },
  );
}

// A call takes the same shape whatever it is called, and a program for each of them would take its time.
const NAMES = HOSTILE_NAMES.filter((name) => name.length <= 200);
const codesOf = (language: Run): readonly string[] =>
  NAMES.map((name) => codeFor({ operation: 'create-from', name, id: name }, language));

test.runIf(HERE.bash)('no hostile name or id runs anything in bash, or is lost', async () => {
  const told = `curl() { printf '%s\\0' "$@"; }\n`;
  const words = (await outputOf('bash', told + codesOf('bash').join(''))).split('\0');
  const bodies = words.flatMap((word, at) =>
    words[at - 1] === '--data-raw' ? [JSON.parse(word) as unknown] : [],
  );
  expect(bodies).toEqual(NAMES.map((name) => ({ name, template: name })));
});

for (const [language, told, joined] of [
  [
    'node',
    'globalThis.fetch = async (_, { body }) => (console.log(body), new Response());\n',
    (code: string) => `{\n${code}}\n`,
  ],
  [
    'python',
    'import io, urllib.request\nurllib.request.urlopen = lambda asked: (print(asked.data.decode()), io.BytesIO())[1]\n',
    (code: string) => code,
  ],
] as const) {
  test.runIf(HERE[language])(`no hostile name or id runs anything in ${language}, or is lost`, async () => {
    const output = await outputOf(language, told + codesOf(language).map(joined).join(''));
    const bodies = output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
    expect(bodies).toEqual(NAMES.map((name) => ({ name, template: name })));
  });
}

for (const language of ['node', 'python'] as const) {
  test.runIf(HERE[language])(
    `a server in ${language} shows each visitor the paper with a token of their own`,
    async () => {
      const identifier = practice.samplePapers[0]?.identifier ?? '';
      const port = await freePort();
      const child = await begin(language, codeFor({ operation: 'embed', id: identifier }, language), {
        PORT: String(port),
      });
      try {
        const pages = [await pageAt(port, child), await pageAt(port, child)];
        const tokens = pages.map((page) => /<iframe src="[^"]*\?token=([\w.-]+)"/u.exec(page)?.[1] ?? '');
        for (const page of pages) expect(page).toContain('allow="clipboard-read; clipboard-write"');
        const guest = await Guest.present(practice, identifier, tokens[0] ?? '');
        await guest.next('welcome');
        await guest.leave();
        expect((await practice.requests()).counts.accessToken).toBeGreaterThanOrEqual(2);
      } finally {
        child.kill();
        await once(child, 'close');
      }
    },
  );
}

test('the frame of a page says that no token belongs into it, and none of the code holds a key', () => {
  const html = codeFor({ operation: 'embed', id: 'p"><script>1</script>' }, 'html');
  expect(html).toContain('allow="clipboard-read; clipboard-write"');
  expect(html).toContain('Never write a token into a page');
  expect(html).not.toContain('<script');
});

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The page, once the server is up. */
async function pageAt(port: number, server: ChildProcess): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer !== null) return answer.text();
    if (server.exitCode !== null) throw new Error('the server has ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
