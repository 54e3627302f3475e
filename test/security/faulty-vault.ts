/** In-memory key vault that simulates every known failure of a system keychain. */
import type { Vault } from '../../main/connections/keychain/keychain.ts';

type Calls = Partial<Pick<Vault, 'get' | 'set' | 'remove'>>;

export type Fault = (items: Map<string, string>) => Calls;

const saying = (words: string) => (): Promise<never> => Promise.reject(new Error(words));
const everyCall = (words: string): Fault => {
  const fails = saying(words);
  return () => ({ get: fails, set: fails, remove: fails });
};
const internal = saying('Internal error');
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Keychain faults by name. unit/main/connections/keychain tests the error texts of each operating system. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'locked: everything throws': everyCall('Cannot create an item in a locked collection'),
  'locked: reads give nothing and removing says false': () => ({
    get: () => Promise.resolve(null),
    set: saying('Cannot create an item in a locked collection'),
    remove: () => Promise.resolve(false),
  }),
  'the question was dismissed': everyCall('The prompt was dismissed'),
  'no bus': everyCall('Cannot autolaunch D-Bus without X11 $DISPLAY'),
  'an error without words': everyCall(''),
  'an error that quotes the key': () => ({
    set: (_account, secret) => Promise.reject(new Error(`could not store "${secret}"`)),
  }),
  'reading hangs': () => ({ get: never }),
  'writing hangs': () => ({ set: never }),
  'everything hangs': () => ({ get: never, set: never, remove: never }),
  'writing cuts the key off': (items) => ({
    set: (account, secret) => Promise.resolve(void items.set(account, secret.slice(0, 9))),
  }),
  'writing keeps another key': (items) => ({
    set: (account) => Promise.resolve(void items.set(account, 'another-key-altogether')),
  }),
  'writing does nothing and says nothing': () => ({ set: () => Promise.resolve() }),
  'writing works and throws': (items) => ({
    set: (account, secret) => {
      items.set(account, secret);
      return internal();
    },
  }),
  'writing wipes the item and throws': (items) => ({
    set: (account) => {
      items.delete(account);
      return internal();
    },
  }),
  'reading gives another key': () => ({ get: () => Promise.resolve('another-key-altogether') }),
  'reading gives nothing': () => ({ get: () => Promise.resolve(null) }),
  'reading throws': () => ({ get: internal }),
  'removing says true and does nothing': () => ({ remove: () => Promise.resolve(true) }),
  'removing works and throws': (items) => ({
    remove: (account) => {
      items.delete(account);
      return internal();
    },
  }),
};

export type FaultyVault = ReturnType<typeof createFaultyVault>;

export function createFaultyVault() {
  const items = new Map<string, string>();
  const own: Required<Calls> = {
    get: (account) => Promise.resolve(items.get(account) ?? null),
    set: (account, secret) => Promise.resolve(void items.set(account, secret)),
    remove: (account) => Promise.resolve(items.delete(account)),
  };
  let now = own;
  return {
    fail: (fault: Fault | null): void => {
      now = { ...own, ...fault?.(items) };
    },
    items: items as ReadonlyMap<string, string>,
    get: (account: string) => now.get(account),
    set: (account: string, secret: string) => now.set(account, secret),
    remove: (account: string) => now.remove(account),
  };
}
