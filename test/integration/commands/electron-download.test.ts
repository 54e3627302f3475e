/** The download of Electron's binary, from a server of our own that plays the release host with a small archive. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, type Server as SocketServer } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { getHostArch } from '@electron/get';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringElectron, type ElectronDownload } from '../../commands/electron-download.ts';
import { ROOT } from '../../commands/process.ts';

const VERSION = '45.0.0';
const NAME = `electron-v${VERSION}-${process.platform}-${getHostArch()}.zip`;
const PROGRAM = {
  linux: 'electron',
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}[process.platform as 'linux' | 'darwin' | 'win32'];

/** An archive of files that are not compressed (APPNOTE.TXT 4.3.6). */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, body] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(0o100755 * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\u0003\u0004'), facts, path, body);
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), facts, rest, path);
    offset += 30 + path.length + body.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length / 5, 4);
  end.writeUInt16LE(central.length / 5, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]);
}

const archive = zip({ version: VERSION, [PROGRAM]: 'a program'.repeat(20_000) });

let home: string;
let said: string[];
let server: Server | SocketServer | undefined;
let asked: string[];
let options: ElectronDownload;

beforeEach(() => {
  // Below the checkout, so that the installer finds what it needs.
  mkdirSync(path.join(ROOT, 'out/test'), { recursive: true });
  home = mkdtempSync(path.join(ROOT, 'out/test/electron-'));
  const folder = path.join(home, 'package');
  mkdirSync(folder);
  cpSync(path.join(ROOT, 'node_modules/electron/install.js'), path.join(folder, 'install.js'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: VERSION }));
  checksum(createHash('sha256').update(archive).digest('hex'));
  said = [];
  asked = [];
  options = {
    folder,
    cache: path.join(home, 'cache'),
    failedFile: path.join(home, 'failed'),
    say: (line) => said.push(line),
  };
});
afterEach(async () => {
  vi.unstubAllEnvs();
  if (server !== undefined) await new Promise((resolve) => server?.close(resolve));
  server = undefined;
  rmSync(home, { recursive: true });
});

function checksum(sha256: string): void {
  writeFileSync(path.join(home, 'package/checksums.json'), JSON.stringify({ [NAME]: sha256 }));
}

/** Plays the release host, as a mirror that the environment names. */
async function host(answer: RequestListener): Promise<void> {
  const playing = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  server = playing;
  await mirror(playing);
}

async function mirror(listening: Server | SocketServer): Promise<void> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
}

const isInstalled = (): boolean =>
  existsSync(path.join(home, 'package/path.txt')) && existsSync(path.join(home, 'package/dist', PROGRAM));

test('Electron is downloaded once, from the mirror, with progress, and unpacked', async () => {
  await host((_request, response) => response.end(archive));
  expect(await bringElectron(options)).toBe(true);
  expect(asked).toEqual([`/v${VERSION}/${NAME}`]);
  expect(isInstalled()).toBe(true);
  expect(readFileSync(path.join(home, 'package/path.txt'), 'utf8')).toBe(PROGRAM);
  expect(said[0]).toMatch(/^Downloading Electron 45\.0\.0: \d+ of (?:\d+|\?) MB$/u);
  rmSync(path.join(home, 'package/dist'), { recursive: true });
  expect(await bringElectron(options)).toBe(true);
  expect(asked).toHaveLength(1);
  expect(isInstalled()).toBe(true);
});

test('an archive that doesn’t match the package’s checksums is not unpacked', async () => {
  checksum('0'.repeat(64));
  await host((_request, response) => response.end(archive));
  expect(await bringElectron(options)).toBe(false);
  expect(isInstalled()).toBe(false);
  expect(said.join('\n')).toMatch(/checksum/iu);
  expect(await bringElectron(options)).toBe(false);
  expect(asked).toHaveLength(1);
});

test('a download that breaks off is restarted', async () => {
  await host((_request, response) => {
    response.setHeader('content-length', archive.length);
    if (asked.length > 1) response.end(archive);
    else response.write(archive.subarray(0, 1000), () => response.destroy());
  });
  expect(await bringElectron(options)).toBe(true);
  expect(asked).toHaveLength(2);
  expect(said.join('\n')).toContain('It begins anew.');
  expect(isInstalled()).toBe(true);
});
