/** D3: broken updates from a release server over TLS. Each is refused, told, and leaves no file behind. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SYSTEM_CLOCK } from '../../main/clock.ts';
import { createLog } from '../../main/log/log.ts';
import { createTransport } from '../../main/service/transport.ts';
import { LARGEST_MANIFEST, type Release } from '../../main/updates/manifest.ts';
import { Updates } from '../../main/updates/updates.ts';
import { createAuthority, selfSigned } from '../integration/service/authority.ts';
import { ok } from '../../preload/contract/failure.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import {
  CONTENT,
  fileOf,
  INSTALLED,
  makeSigningKey,
  PUBLISHER,
  releaseOf,
  signed,
  startReleaseServer,
  type Answer,
  type ReleaseServer,
} from '../support/release-server.ts';
import { dose, some } from '../support/nightly.ts';

const key = makeSigningKey();
const stranger = makeSigningKey();
const OTHER = Buffer.from(CONTENT).reverse();
const { name: FILE } = fileOf(CONTENT);

interface Broken {
  readonly name: string;
  /** The manifest. */
  readonly manifest?: string | Uint8Array | Answer;
  readonly file?: string | Uint8Array | Answer;
  /** One that is believed before. */
  readonly before?: Partial<Release>;
  /** Done between download and hand-over. */
  readonly spoil?: (file: string) => Promise<void>;
  readonly address?: (servers: Servers) => string;
}

type Servers = Readonly<Record<'good' | 'other' | 'untrusted', ReleaseServer>>;

const by = (change: Partial<Release>, signer = key): string => signed(signer, releaseOf(change));
const redirect = (status: number, location: () => string): Answer => {
  return (response) => response.writeHead(status, { location: location() }).end();
};

function brokenUpdates({ other }: Servers): readonly Broken[] {
  const good = signed(key, releaseOf());
  const forged = JSON.parse(good) as Record<string, string>;
  forged['payload'] = Buffer.from(JSON.stringify(releaseOf({ version: '9.9.9' }))).toString('base64');
  const elsewhere = (file: string) => (): string => `${other.address}/${file}`;
  const oneByte = Buffer.from(CONTENT);
  oneByte[100] = 0x58;
  return [
    { name: 'a forged payload', manifest: JSON.stringify(forged) },
    { name: 'no signature', manifest: JSON.stringify({ ...forged, signature: '' }) },
    { name: 'a stranger’s key', manifest: by({}, stranger) },
    { name: 'a signature for another purpose', manifest: signed(key, releaseOf(), 'something else\n') },
    { name: 'a downgrade', manifest: by({ version: '0.9.0' }) },
    {
      name: 'a version below the high-water mark',
      before: { version: '1.3.0' },
      manifest: by({ number: 6 }),
    },
    { name: 'an older manifest again', before: { number: 9 }, manifest: by({ number: 8 }) },
    { name: 'the release of before it was stopped', before: { stopped: true }, manifest: by({}) },
    { name: 'an expired manifest', manifest: by({ expires: '2020-01-01T00:00:00Z' }) },
    { name: 'another channel', manifest: by({ channel: 'beta' }) },
    { name: 'another publisher', manifest: by({ publisher: 'Somebody' }) },
    { name: 'a path in a file’s name', manifest: by({ files: [fileOf(CONTENT, { name: '../x' })] }) },
    { name: 'a manifest cut off', manifest: good.slice(0, -20) },
    { name: 'a manifest that is too large', manifest: `${good}${' '.repeat(LARGEST_MANIFEST)}` },
    { name: 'a manifest without end', manifest: endless },
    { name: 'a manifest of another type', manifest: '<html>Sign in</html>' },
    { name: 'no manifest', manifest: (response) => response.writeHead(404).end() },
    {
      name: 'a packed manifest',
      manifest: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
    },
    { name: 'a manifest redirected elsewhere', manifest: redirect(302, elsewhere('manifest.json')) },
    {
      name: 'a manifest redirected to http',
      manifest: redirect(301, () => 'http://127.0.0.1:9/manifest.json'),
    },
    { name: 'a manifest cut by the connection', manifest: cut(good) },
    { name: 'a file with other content', file: OTHER },
    { name: 'a file with one byte changed', file: oneByte },
    { name: 'a file cut off', file: CONTENT.subarray(0, 1000) },
    { name: 'a file cut by the connection', file: cut(CONTENT) },
    { name: 'a file with more at its end', file: Buffer.concat([CONTENT, Buffer.from('x')]) },
    { name: 'a file without end', file: endless },
    { name: 'an empty file', file: '' },
    { name: 'a file redirected elsewhere', file: redirect(307, elsewhere(FILE)) },
    { name: 'a file that is a web page', file: '<html>Sign in</html>' },
    { name: 'no file', file: (response) => response.writeHead(404).end() },
    { name: 'a file of another release', manifest: by({ files: [fileOf(OTHER)] }) },
    { name: 'a file changed after it was verified', spoil: (file) => writeFile(file, OTHER) },
    { name: 'a file removed after it was verified', spoil: (file) => rm(file) },
    { name: 'an untrusted certificate', address: ({ untrusted }) => untrusted.address },
    { name: 'http', address: ({ good: server }) => server.address.replace('https:', 'http:') },
  ];
}

/** Bytes as long as somebody takes them. */
const endless: Answer = (response) => {
  const more = (): void => {
    while (response.write(CONTENT));
  };
  response.on('drain', more);
  more();
};

/** The beginning, and then the connection is gone. */
function cut(content: string | Uint8Array): Answer {
  return (response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.slice(0, 200), () => response.destroy());
  };
}

export async function check(): Promise<Finding> {
  const authority = createAuthority();
  const certificate = authority.issue('localhost');
  const transport = createTransport({ extraCa: [authority.pem] });
  authority.remove();
  const servers: Servers = {
    good: await startReleaseServer(certificate),
    other: await startReleaseServer(certificate),
    untrusted: await startReleaseServer(selfSigned('localhost')),
  };
  const cases: Case[] = [];
  try {
    const broken = some(brokenUpdates(servers), dose(1, 6));
    for (const each of broken) cases.push(await play(each, servers, transport, false));
    cases.push(await play({ name: 'a good release' }, servers, transport, true));
    const refused = cases.slice(0, -1).filter(({ problems }) => problems.length === 0).length;
    const elsewhere = servers.other.asked().length;
    return {
      id: 'D3',
      what: 'broken updates from a release server over TLS',
      figure: `${refused} of ${broken.length} refused and told, ${broken.length - refused} accepted; ${elsewhere} requests at another origin`,
      target: 'at least 20, 0 accepted; a good one is handed over',
      ...tally(cases),
    };
  } finally {
    await transport.close();
    for (const server of Object.values(servers)) await server.close();
  }
}

async function play(
  { name, manifest, file, before, spoil, address }: Broken,
  servers: Servers,
  transport: ReturnType<typeof createTransport>,
  isGood: boolean,
): Promise<Case> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-updates-'));
  const settings = new Map<string, string | null>();
  const shown: string[] = [];
  const updates = new Updates({
    env: { platform: 'linux', updatedBy: 'itself' },
    arch: fileOf(CONTENT).arch,
    installed: INSTALLED,
    identity: { keys: [key.text], publisher: PUBLISHER, channel: 'stable' },
    policy: { updates: 'notify', updateUrl: address?.(servers) ?? servers.good.address },
    transport,
    settings: {
      get: (setting) => Promise.resolve(settings.get(setting) ?? null),
      set: (setting, value) => Promise.resolve(void settings.set(setting, value)),
    },
    folder,
    handOver: {
      show: (shownFile) => void shown.push(shownFile),
      open: () => Promise.resolve(),
      install: (update) => {
        shown.push(update.path);
        return Promise.resolve(ok(null));
      },
    },
    record: () => undefined,
    log: createLog({ write: () => undefined }),
    onChange: () => undefined,
    onProxy: () => undefined,
    ...SYSTEM_CLOCK,
  });
  const state = () => {
    const told = updates.state();
    if (!told.ok) throw new Error(told.error.message);
    return told.value;
  };
  const serve = (what: Broken['manifest']): void => {
    for (const { serve: served } of Object.values(servers)) {
      served.set('manifest.json', what ?? signed(key, releaseOf()));
      served.set(FILE, CONTENT);
    }
    if (file !== undefined) servers.good.serve.set(FILE, file);
  };
  try {
    if (before !== undefined) {
      serve(by(before));
      await updates.check();
      if (state().failure !== null) return { name, problems: ['what came before was refused'] };
    }
    serve(manifest);
    await updates.check();
    updates.download();
    await updates.idle();
    const [there] = await readdir(folder);
    if (spoil !== undefined && there !== undefined) await spoil(path.join(folder, there));
    const wasTold = state().failure !== null;
    await updates.install();
    await updates.show();
    const told = wasTold || state().failure !== null;
    const left = await readdir(folder);
    if (isGood) {
      const [first = '', second] = shown;
      const same = first === second && CONTENT.equals(await readFile(first));
      return { name, problems: same && !told ? [] : ['it is not installed and shown'] };
    }
    return {
      name,
      problems: [
        ...(shown.length > 0 ? ['it is handed over'] : []),
        ...(state().offer?.ready === true ? ['it counts as verified'] : []),
        ...(left.length > 0 ? [`it leaves ${left.join(', ')}`] : []),
        ...(told ? [] : ['nobody is told']),
      ],
    };
  } finally {
    await updates.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
