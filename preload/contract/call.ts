/** Functions that declare IPC calls as values. The TypeScript types, the bridge and main's checks derive from them. */
import * as v from 'valibot';
import { LONGEST } from './limits.ts';

/**
 * User's consent that an IPC call needs. `press`: a click or key press, valid for one call. `dialog`: a press, and a
 * confirmation in main's dialog. `if-asked`: main decides by the arguments which of these the call needs, or none.
 */
export type Consent = 'none' | 'press' | 'dialog' | 'if-asked';

/** Rate limits of IPC calls: 240 per second for `scroll`, 20 for `read`, 2 for `change`, 1 for `key` (API keys). */
export type Rate = 'scroll' | 'read' | 'change' | 'key';

/** Effects of IPC calls, from harmless to risky, each with its default consent and rate limit. */
export const EFFECTS = {
  reads: { consent: 'none', rate: 'read' },
  'holds-back': { consent: 'none', rate: 'read' },
  'changes-computer': { consent: 'none', rate: 'change' },
  'changes-service': { consent: 'press', rate: 'change' },
  deletes: { consent: 'press', rate: 'change' },
  'uses-key': { consent: 'press', rate: 'key' },
  /** Calls that send data out of Easel: to a file, the clipboard, a proxy, a live preview or colleagues. */
  'gives-away': { consent: 'press', rate: 'change' },
} as const satisfies Record<string, { readonly consent: Consent; readonly rate: Rate }>;
export type Effect = keyof typeof EFFECTS;

/** The user's last keyboard or pointer press. `page`: random id of the loaded web page. `number`: count of presses. */
export const press = v.strictObject({
  page: v.pipe(v.string(), v.uuid()),
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  msAgo: v.pipe(v.number(), v.finite()),
});
export interface Press extends Readonly<v.InferOutput<typeof press>> {}

/** Kind of secret in a field: API key, passphrase or password (`key`), or a URL that may contain a token. */
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
  /** Fields of a call that may contain a secret. Main rejects stored API keys and access tokens in all other fields. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** True if the call has no deadline, because the user may take long to answer a system dialog. */
  readonly waitsForPerson?: true;
  /** States in which Easel allows only a few calls, including this. `no-passphrase`: a passphrase must be set first. */
  readonly answeredWhile?: readonly ('locked' | 'no-passphrase' | 'policy-broken')[];
}

/** A declared IPC call. Without `args` the call takes no arguments. Without `reply` it returns null. */
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
/** Schema of an array. Arrays that the page sends to main need a maximum length (`most`). */
export const list = <T extends v.GenericSchema>(item: T, most = Infinity) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly());

export const text = v.string();
export const number = v.number();
export const maybeNumber = v.nullable(number);
export const time = v.number();
export const maybeTime = v.nullable(time);
/** Schema of an integer of at least 0, such as a count, a row number or a time in epoch ms. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const upTo = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** Schema of an id. The service may use any text; main/service rejects ids that are unsafe in URL paths. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST.id));
export const line = upTo(LONGEST.line);
export const longName = upTo(LONGEST.longName);
export const shortText = upTo(LONGEST.shortText);
export const listPiece = upTo(LONGEST.listPiece);
export const typedKey = upTo(LONGEST.key);
export const passphrase = upTo(LONGEST.passphrase);
/** Schema of tags. A board may have 50 tags. This schema allows more, so that main can report "too many". */
export const tags = list(shortText, 500);
export const upToThousand = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000));

export const ofConnection = { connectionId: id };
/** Time (epoch ms) when the user started a create. `cancelCreate` finds the create by it. */
export const startedAt = v.exactOptional(count);

/** A board or paper. A board's id is its `room_id`. */
export const roomTarget = object({ kind: v.picklist(['paper', 'board']), id });
export interface RoomTarget extends v.InferOutput<typeof roomTarget> {}

export const tableFormat = v.picklist(['csv', 'xlsx']);
export const fileFormat = v.picklist([...tableFormat.options, 'json']);

export const fileWritten = object({ fileName: text, items: number });
export interface FileWritten extends v.InferOutput<typeof fileWritten> {}

/** Declares a call that writes a file chosen by the user. Returns null if the user cancels. */
export const savesFile = <Args extends v.ObjectEntries, Written extends v.GenericSchema>(
  args: Args,
  written: Written,
) => givesAway({ args, reply: v.nullable(written), waitsForPerson: true });

/** Declares a call that reads a file chosen by the user. Returns null if the user cancels. */
export const opensFile = <Args extends v.ObjectEntries, Read extends v.GenericSchema>(
  args: Args,
  read: Read,
  rate: Rate,
) => reads({ args, reply: v.nullable(read), consent: 'press', rate, waitsForPerson: true });
