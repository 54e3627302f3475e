/** Setup of update tests: a release server with TLS, the real electron-updater, and a fake of Electron's network. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { createSelfUpdater, type SelfUpdaterOptions } from '../../main/app/updates/self-updater.ts';
import { createAuthority } from '../integration/service/authority.ts';
import { startSecureServer } from '../integration/service/servers.ts';
import { provideByRequire, requested, trusted } from '../support/updater-electron.ts';

type Reply = string | Uint8Array | ((response: ServerResponse) => void);

export type UpdateScene = Awaited<ReturnType<typeof startUpdateScene>>;

/** `origin`: address of the release server. `other`: a second server with the same certificate. */
export async function startUpdateScene(folder: string) {
  const cache = process.env['XDG_CACHE_HOME'];
  const authority = createAuthority();
  const certificate = authority.issue('localhost');
  trusted.push(authority.pem);
  const content = Buffer.from('An update of Easel, as far as a test needs one. '.repeat(500));
  const sha512 = createHash('sha512').update(content).digest('base64');
  const replies = new Map<string, Reply>();
  const answer = (response: ServerResponse): void => {
    const reply = replies.get(new URL(response.req.url ?? '', 'https://localhost').pathname);
    if (typeof reply === 'function') reply(response);
    else if (reply === undefined) response.writeHead(404).end();
    else response.end(reply);
  };
  const server = await startSecureServer(certificate, answer);
  const other = await startSecureServer(certificate, (response) => response.end(content));
  const feed = (version: string, url = 'Easel.bin'): string =>
    JSON.stringify({ version, files: [{ url, sha512, size: content.length }] });
  return {
    origin: server.origin,
    other: other.origin,
    content,
    replies,
    feed,
    /** Starts an updater with an empty cache and valid responses. `ends`: the callbacks to run when Easel quits. */
    start: ({ platform }: Pick<SelfUpdaterOptions, 'platform'>) => {
      rmSync(path.join(folder, 'easel'), { recursive: true, force: true });
      provideByRequire(folder);
      const config = { updaterCacheDirName: 'easel', publisherName: ['CN=Easel, O=Easel'] };
      writeFileSync(path.join(folder, 'app-update.yml'), JSON.stringify(config));
      requested.length = 0;
      replies.clear();
      const names = { darwin: ['latest-linux.yml', 'Easel.zip'], win32: ['latest-linux.yml', 'Easel.exe'] };
      const [channel = '', file = ''] = names[platform];
      // electron-updater's feed file has a different name on each operating system.
      const suffix = { darwin: '-mac', win32: '', linux: '-linux' }[process.platform as 'linux'] ?? '-linux';
      replies.set(`/easel/${channel.replace('-linux', suffix)}`, feed('1.1.0', file));
      replies.set(`/easel/${file}`, content);
      const ends: (() => void)[] = [];
      const updater = createSelfUpdater(`${server.origin}/easel`, {
        platform,
        mayClose: () => Promise.resolve(true),
        closeThen: (end) => void ends.push(end),
        quit: () => undefined,
      });
      return { updater, ends };
    },
    close: async (): Promise<void> => {
      if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
      else process.env['XDG_CACHE_HOME'] = cache;
      await server.close();
      await other.close();
    },
  };
}
