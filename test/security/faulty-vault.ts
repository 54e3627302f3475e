/** A vault in memory that fails in every way a system's keychain is known to: what no real one does on demand. */
import type { Vault } from '../../main/connections/keychain/keychain.ts';

type Calls = { readonly get?: Vault['get']; readonly set?: Vault['set']; readonly remove?: Vault['remove'] };

/** What stands in the place of the vault's own calls; `items` is what it really holds. */
export type Fault = (items: Map<string, string>) => Calls;

/** Errors as systems word them: libsecret, GDBus, SecBase and Windows. */
const saying = (words: string) => (): Promise<never> => Promise.reject(new Error(words));
const everyCall = (words: string): Fault => {
  const fails = saying(words);
  return () => ({ get: fails, set: fails, remove: fails });
};
/** A call that is never answered, for as long as the process lives. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export const FAULTS: Readonly<Record<string, Fault>> = {
  'locked: everything throws': everyCall('Cannot create an item in a locked collection'),
  'locked: reads give nothing and removing says false': () => ({
    get: () => Promise.resolve(null),
    set: saying('Cannot create an item in a locked collection'),
    remove: () => Promise.resolve(false),
  }),
  'the question was dismissed': everyCall('The prompt was dismissed'),
  'no bus': everyCall('Cannot autolaunch D-Bus without X11 $DISPLAY'),
  'no service': everyCall('The name org.freedesktop.secrets was not provided by any .service files'),
  'the service was restarted': everyCall('The name :1.7 was not provided by any .service files'),
  'Windows refuses what is long': () => ({ set: saying('The stub received bad data.') }),
  'macOS forbids it': everyCall('User interaction is not allowed.'),
  'an error without words': () => ({
    get: () => Promise.reject(new Error('')),
    set: () => Promise.reject(new Error('')),
    remove: () => Promise.reject(new Error('')),
  }),
  'an error that quotes the key': () => ({
    set: (_account, secret) => Promise.reject(new Error(`could not store "${secret}"`)),
  }),
  'reading hangs': () => ({ get: never }),
  'writing hangs': () => ({ set: never }),
  'removing hangs': () => ({ remove: never }),
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
      return saying('Internal error')();
    },
  }),
  'writing wipes the item and throws': (items) => ({
    set: (account) => {
      items.delete(account);
      return saying('Internal error')();
    },
  }),
  'reading gives another key': () => ({ get: () => Promise.resolve('another-key-altogether') }),
  'reading gives an end cut off': (items) => ({
    get: (account) => Promise.resolve(items.get(account)?.slice(0, -1) ?? null),
  }),
  'reading gives nothing': () => ({ get: () => Promise.resolve(null) }),
  'reading throws, writing works': () => ({ get: saying('Internal error') }),
  'removing says true and does nothing': () => ({ remove: () => Promise.resolve(true) }),
  'removing works and throws': (items) => ({
    remove: (account) => {
      items.delete(account);
      return saying('Internal error')();
    },
  }),
  'every second call throws': (items) => {
    let calls = 0;
    const turn = <T>(work: () => T): Promise<T> => {
      calls += 1;
      return calls % 2 === 0 ? saying('Internal error')() : Promise.resolve(work());
    };
    return {
      get: (account) => turn(() => items.get(account) ?? null),
      set: (account, secret) => turn(() => void items.set(account, secret)),
      remove: (account) => turn(() => items.delete(account)),
    };
  },
};

export interface FaultyVault extends Vault {
  /** Puts a fault in, or takes it out (`null`). */
  fail(fault: Fault | null): void;
  readonly items: ReadonlyMap<string, string>;
  /** Calls so far. */
  readonly calls: () => number;
}

export function createFaultyVault(): FaultyVault {
  const items = new Map<string, string>();
  let faulty: Calls = {};
  let calls = 0;
  const count = <T>(answer: T): T => {
    calls += 1;
    return answer;
  };
  return {
    fail: (fault) => {
      faulty = fault?.(items) ?? {};
    },
    items,
    calls: () => calls,
    get: (account) => count(faulty.get?.(account) ?? Promise.resolve(items.get(account) ?? null)),
    set: (account, secret) =>
      count(faulty.set?.(account, secret) ?? Promise.resolve(void items.set(account, secret))),
    remove: (account) => count(faulty.remove?.(account) ?? Promise.resolve(items.delete(account))),
  };
}
