/** A release server on this computer, over TLS, and the keys that sign what it serves. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Release, ReleaseFile } from '../../main/updates/manifest.ts';
import type { Certificate } from '../integration/service/authority.ts';
import { startSecureServer } from '../integration/service/servers.ts';
import { publicHalf } from '../packaging/release-keys.ts';
import { seal } from '../packaging/update-manifest.ts';

export interface SigningKey {
  /** As a build pins it. */
  readonly text: string;
  readonly private: KeyObject;
}

export function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { text: publicHalf(privateKey), private: privateKey };
}

/** Ready to be served as manifest.json. `payload`: a release, or anything else that shall be signed. */
export function signed(key: SigningKey, payload: unknown, signedAs?: string): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return seal(key.private, Buffer.from(text), signedAs);
}

export const INSTALLED = '1.0.0';
export const PUBLISHER = 'The Easel maintainers';
export const CONTENT = Buffer.from('An installer of Easel 1.1.0, as far as a test needs one. '.repeat(2000));

/** The file of CONTENT for this computer. */
export function fileOf(content: Uint8Array, change: Partial<ReleaseFile> = {}): ReleaseFile {
  return {
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    name: 'Easel-1.1.0.bin',
    sha512: createHash('sha512').update(content).digest('base64'),
    size: content.length,
    ...change,
  };
}

/** A release that an Easel 1.0.0 takes. */
export function releaseOf(change: Partial<Release> = {}): Release {
  return {
    number: 5,
    version: '1.1.0',
    minVersion: '0.9.0',
    channel: 'stable',
    publisher: PUBLISHER,
    expires: '2099-01-01T00:00:00Z',
    share: 100,
    stopped: false,
    notes: 'Boards load faster.',
    files: [fileOf(CONTENT)],
    nextKey: null,
    ...change,
  };
}

export type Answer = (response: ServerResponse) => void;

export interface ReleaseServer {
  /** As a policy has it. */
  readonly address: string;
  /** What stands at each path below the address; anything else is a 404. */
  readonly serve: Map<string, string | Uint8Array | Answer>;
  /** Paths that were asked for. */
  readonly asked: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function startReleaseServer(certificate: Certificate): Promise<ReleaseServer> {
  const serve: ReleaseServer['serve'] = new Map();
  const server = await startSecureServer(certificate, (response) => {
    const path = response.req.url ?? '';
    const found = serve.get(path.replace('/easel/', ''));
    if (typeof found === 'function') found(response);
    else if (found === undefined) response.writeHead(404).end();
    else response.end(found);
  });
  return {
    address: `${server.origin}/easel`,
    serve,
    asked: () => server.seen.map(({ url }) => url),
    close: server.close,
  };
}
