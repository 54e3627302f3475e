/** Declares calls as values. Types, bridge and main's checks derive from them. */
import * as v from 'valibot';
import { LONGEST } from './limits.ts';

/**
 * User action before a call: none; a press (key, pointer or menu) that no other call has used; or a press and a yes
 * in main's dialog. `if-asked` needs both only if main has a question about the arguments.
 */
export type Consent = 'none' | 'press' | 'dialog' | 'if-asked';

/** Calls per second: `key` 1, `change` 2, `read` 20, `scroll` 240. */
export type Rate = 'scroll' | 'read' | 'change' | 'key';

/** The most that a call may do, with its default consent and rate. */
export const EFFECTS = {
  reads: { consent: 'none', rate: 'read' },
  /** Cancels, pauses, locks, closes. */
  'holds-back': { consent: 'none', rate: 'read' },
  /** Changes local data. */
  'changes-computer': { consent: 'none', rate: 'change' },
  'changes-service': { consent: 'press', rate: 'change' },
  /** Queues or continues a delete. */
  deletes: { consent: 'press', rate: 'change' },
  /** Sends, stores, moves or removes a key. */
  'uses-key': { consent: 'press', rate: 'key' },
  /** Writes to a file, the clipboard, a proxy or a live room. */
  'gives-away': { consent: 'press', rate: 'change' },
} as const satisfies Record<string, { readonly consent: Consent; readonly rate: Rate }>;
export type Effect = keyof typeof EFFECTS;

/** The user's last press in a page, counted by the preload. `number` 0: none. */
export const press = v.strictObject({
  /** Id of the page load. */
  page: v.pipe(v.string(), v.uuid()),
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  msAgo: v.pipe(v.number(), v.finite()),
});
export interface Press extends Readonly<v.InferOutput<typeof press>> {}

/** Content of a field: an API key or passphrase, or an address that may contain a token. */
export type Secret = 'key' | 'token';

export interface Call<
  Args extends v.GenericSchema = v.GenericSchema,
  Reply extends v.GenericSchema = v.GenericSchema,
  E extends Effect = Effect,
  C extends Consent = Consent,
> {
  readonly args: Args;
  readonly reply: Reply;
  readonly effect: E;
  readonly consent?: C | ((args: v.InferOutput<Args>) => C);
  readonly rate?: Rate;
  /** Fields that may contain a secret. All other texts are rejected if they contain a known key or a token. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** No deadline: a system dialog waits for the user. */
  readonly waitsForPerson?: true;
  /**
   * States in which the call is still answered. `no-passphrase`: locked because the policy's required passphrase is
   * missing.
   */
  readonly answeredWhile?: readonly ('locked' | 'no-passphrase' | 'policy-broken')[];
}

/** A declared call: no `args` means none, no `reply` means null. */
interface Stated<
  Args extends v.ObjectEntries,
  Reply extends v.GenericSchema,
  E extends Effect,
  C extends Consent,
> extends Omit<Call<ArgsSchema<Args>, Reply, E, C>, 'args' | 'reply' | 'effect'> {
  readonly args?: Args;
  readonly reply?: Reply;
}

function stating<E extends Effect>(effect: E) {
  return <
    Args extends v.ObjectEntries = Record<never, never>,
    Reply extends v.GenericSchema = v.NullSchema<undefined>,
    C extends Consent = 'none',
  >({
    args = {} as Args,
    reply = v.null() as v.GenericSchema as Reply,
    ...stated
  }: Stated<Args, Reply, E, C>): Call<ArgsSchema<Args>, Reply, E, C> => ({
    ...stated,
    effect,
    args: object(args),
    reply,
  });
}

export const reads = stating('reads');
export const holdsBack = stating('holds-back');
export const changesComputer = stating('changes-computer');
export const changesService = stating('changes-service');
export const deletes = stating('deletes');
export const usesKey = stating('uses-key');
export const givesAway = stating('gives-away');

export const object = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(v.strictObject(entries), v.readonly());
type ArgsSchema<E extends v.ObjectEntries> = ReturnType<typeof object<E>>;
/** `most` is required for lists that a page sends. */
export const list = <T extends v.GenericSchema>(item: T, most = Infinity) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly());

export const text = v.string();
export const number = v.number();
export const maybeNumber = v.nullable(number);
/** Epoch ms. */
export const time = v.number();
export const maybeTime = v.nullable(time);
/** A count, a rank, or epoch ms. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const upTo = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** The service may use any text as id; main/service rejects ids that are unsafe in paths. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST.id));
export const line = upTo(LONGEST.line);
export const longName = upTo(LONGEST.longName);
export const shortText = upTo(LONGEST.shortText);
export const listPiece = upTo(LONGEST.listPiece);
export const typedKey = upTo(LONGEST.key);
export const passphrase = upTo(LONGEST.passphrase);
/** More than a board may have (50), so that main reports too many at their field. */
export const tags = list(shortText, 500);
export const upToThousand = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000));

export const ofConnection = { connectionId: id };

/** A board is named by its `room_id`. */
export const roomTarget = object({ kind: v.picklist(['paper', 'board']), id });
export interface RoomTarget extends v.InferOutput<typeof roomTarget> {}

export const fileFormat = v.picklist(['csv', 'json']);

export const fileWritten = object({ fileName: text, items: number });
export interface FileWritten extends v.InferOutput<typeof fileWritten> {}

/** Writes a file that the user chooses; null if they cancel. */
export const savesFile = <Args extends v.ObjectEntries, Written extends v.GenericSchema>(
  args: Args,
  written: Written,
) => givesAway({ args, reply: v.nullable(written), waitsForPerson: true });

/** Reads a file that the user chooses; null if they cancel. */
export const opensFile = <Args extends v.ObjectEntries, Read extends v.GenericSchema>(
  args: Args,
  read: Read,
  rate: Rate,
) => reads({ args, reply: v.nullable(read), consent: 'press', rate, waitsForPerson: true });
