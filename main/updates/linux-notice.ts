/** Announces newer versions on Linux, where the package manager installs them. */
import { fail, ok } from '../../preload/contract/failure.ts';
import { readBytes } from '../service/read-bytes.ts';
import type { Transport } from '../service/transport.ts';
import { failure } from '../wording/failure.ts';
import type { Updater } from './updates.ts';

const TIMEOUT_MS = 60_000;
const VERSION = /^version: *(?<version>\d{1,9}\.\d{1,9}\.\d{1,9}) *$/mu;

/** Reads `version` from `latest-linux.yml` at the update address. Follows no redirect. */
export function createLinuxNotice(
  transport: Pick<Transport, 'request'>,
  updateUrl: string,
  installed: string,
): Updater {
  const url = new URL('latest-linux.yml', updateUrl.endsWith('/') ? updateUrl : `${updateUrl}/`);
  return {
    installer: null,
    check: async () => {
      const request = { method: 'GET', url, headers: { 'user-agent': 'Easel' }, body: null } as const;
      const response = await transport.request(request, AbortSignal.timeout(TIMEOUT_MS));
      if (!response.ok) {
        const { fault, code, proxy } = response.error;
        if (fault.startsWith('proxy-sign-in')) return fail(failure('proxy-sign-in', { proxy }));
        const message = `${url.host} can’t be reached (${code}).`;
        return fail(failure('cannot-reach', { message, nextStep: 'Check your network, then try again.' }));
      }
      const { status, headers, body } = response.value;
      const { bytes } = await readBytes(body, headers['content-encoding'], () => undefined);
      const version = VERSION.exec(Buffer.from(bytes).toString())?.groups?.['version'];
      if (status === 200 && version !== undefined) return ok(isNewer(version, installed) ? version : null);
      const message = `${url.host} sent no latest-linux.yml with a version (status ${status}).`;
      return fail(failure('refused', { message, nextStep: 'Ask whoever runs the update server.', status }));
    },
  };
}

/** Compares versions of three numbers; a pre-release counts as the version that it precedes. */
function isNewer(version: string, installed: string): boolean {
  return version.localeCompare(installed.replace(/-.*/u, ''), 'en', { numeric: true }) > 0;
}
