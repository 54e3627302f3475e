/**
 * Addresses from which something of the service has ever come: a 404 from one of these is not about a wrong address. Kept
 * across restarts as digests, which name no host.
 */
import { createHash } from 'node:crypto';

export interface HeardAddresses {
  has(address: string): boolean;
  add(address: string): void;
}

const SETTING = 'heard-addresses';
const MOST = 200;

/** Those of earlier runs. What can't be read or written is heard again soon. */
export async function heardAddresses(settings: {
  get(name: string): Promise<string | null>;
  set(name: string, value: string | null): Promise<unknown>;
}): Promise<HeardAddresses> {
  const kept = await settings.get(SETTING).catch(() => null);
  const digests = new Set(kept?.split(' ').filter((digest) => digest !== ''));
  return {
    has: (address) => digests.has(digestOf(address)),
    add: (address) => {
      const digest = digestOf(address);
      if (digests.has(digest)) return;
      digests.add(digest);
      settings.set(SETTING, [...digests].slice(-MOST).join(' ')).catch(() => undefined);
    },
  };
}

function digestOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 16);
}
