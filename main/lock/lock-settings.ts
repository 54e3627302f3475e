/** What is configured of the idle lock: what may be, and how it is written down. */
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { keptPassphraseSchema, SHORTEST_PASSPHRASE } from './passphrase.ts';

const schema = v.strictObject({
  idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  passphrase: v.nullable(keptPassphraseSchema),
});

export type LockSettings = v.InferOutput<typeof schema>;

export const NO_LOCK: LockSettings = { idleMinutes: null, passphrase: null };

/** Reads what was written; null when it is damaged, or another Easel's. */
export function readLockSettings(text: string | null): LockSettings | null {
  if (text === null) return NO_LOCK;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/** Null where there is nothing to write down. */
export function writeLockSettings(settings: LockSettings): string | null {
  const { idleMinutes, passphrase } = settings;
  return idleMinutes === null && passphrase === null ? null : JSON.stringify(settings);
}

/** The minutes in force: never more than the policy allows, and never none where it asks for some. */
export function minutesInForce(wanted: number | null, forced: number | null): number | null {
  return forced === null ? wanted : Math.min(wanted ?? forced, forced);
}

/** One sentence for each field that can't be accepted. `hasWay`: it can be unlocked without a new passphrase. */
export function wrongFields(
  { idleMinutes, passphrase }: ArgsOf<'lock.configure'>,
  { forcedMinutes, hasWay }: { readonly forcedMinutes: number | null; readonly hasWay: boolean },
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  if (idleMinutes !== minutesInForce(idleMinutes, forcedMinutes)) {
    fields['idleMinutes'] = `Your organisation allows at most ${forcedMinutes} minutes.`;
  }
  if (passphrase === null) {
    if (idleMinutes !== null && !hasWay) {
      fields['passphrase'] = 'Set a passphrase: without one, Easel could not be unlocked again.';
    }
  } else if ([...passphrase].length < SHORTEST_PASSPHRASE) {
    fields['passphrase'] = `Use at least ${SHORTEST_PASSPHRASE} characters.`;
  }
  return fields;
}
