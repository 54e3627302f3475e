/**
 * How a call is stated: once, as a value. Its types, the bridge, and all that main checks before and after it (schema,
 * rate, lock, consent, secrets, reply) follow from that value.
 */
import * as v from 'valibot';

/**
 * What main wants of a person before it does what a call asks for: nothing, a press (key, pointer or menu) that no other
 * call has used, or besides the press a yes in main's own dialog. `if-asked`: nothing as long as main has no question about
 * the arguments; where it has one, a press and a yes.
 */
export type Consent = 'none' | 'press' | 'dialog' | 'if-asked';

/** How often a page may call: `change` 2 a second, `key` 1, `read` 20, `scroll` 240. */
export type Rate = 'scroll' | 'read' | 'change' | 'key';

/**
 * The most that a call may do, and what follows where it states no consent or rate of its own. What is behind a call may do
 * less, and never more. What changes something at the service, on disk or in the keychain is slower than what only reads.
 */
export const EFFECTS = {
  /** Looks something up, here or at the service. */
  reads: { consent: 'none', rate: 'read' },
  /** Cancels, pauses, locks, closes. */
  'holds-back': { consent: 'none', rate: 'read' },
  /** What Easel keeps on this computer. */
  'changes-computer': { consent: 'none', rate: 'change' },
  /** Creates something at the service. */
  'changes-service': { consent: 'press', rate: 'change' },
  /** Queues a delete, or lets one go on. */
  deletes: { consent: 'press', rate: 'change' },
  /** Sends a key somewhere new, keeps, moves or removes one. */
  'uses-key': { consent: 'press', rate: 'key' },
  /** To a file, the clipboard, a proxy or a live room. */
  'gives-away': { consent: 'press', rate: 'change' },
} as const satisfies Record<string, { readonly consent: Consent; readonly rate: Rate }>;
export type Effect = keyof typeof EFFECTS;

/** The last press of a person in a page, as the preload counts them: none while `number` is 0. */
export const press = v.strictObject({
  /** Of one loading of the page. */
  page: v.pipe(v.string(), v.uuid()),
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  msAgo: v.pipe(v.number(), v.finite()),
});
export interface Press extends Readonly<v.InferOutput<typeof press>> {}

/** What an argument may hold by its nature: an API key or passphrase (`key`), or an address with an access token in it. */
export type Secret = 'key' | 'token';

/** One call. */
export interface Call<
  Args extends v.GenericSchema = v.GenericSchema,
  Reply extends v.GenericSchema = v.GenericSchema,
  E extends Effect = Effect,
  C extends Consent = Consent,
> {
  readonly args: Args;
  readonly reply: Reply;
  readonly effect: E;
  /** A function where arguments decide. */
  readonly consent?: C | ((args: v.InferOutput<Args>) => C);
  readonly rate?: Rate;
  /** Fields that may hold a secret. Every other text is refused when a known key or an access token is in it. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** It waits for a person before a dialog of the system, who may take any time. */
  readonly waitsForPerson?: true;
  /**
   * It is answered while Easel is locked; only while it is locked because a passphrase that the policy requires is not
   * set yet; or while the organisation's policy can't be trusted.
   */
  readonly answeredWhile?: readonly ('locked' | 'no-passphrase' | 'policy-broken')[];
}

/** What it is stated with: arguments by name, none where left out; a call without a reply only succeeds. */
interface Stated<
  Args extends v.ObjectEntries,
  Reply extends v.GenericSchema,
  E extends Effect,
  C extends Consent,
> extends Omit<Call<ArgsSchema<Args>, Reply, E, C>, 'args' | 'reply' | 'effect'> {
  readonly args?: Args;
  readonly reply?: Reply;
}

/** Makes what states the calls of one effect; a stated call has all of its types. */
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

/** An object with just these members. */
export const object = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(v.strictObject(entries), v.readonly());
type ArgsSchema<E extends v.ObjectEntries> = ReturnType<typeof object<E>>;
/** A list; with a bound where a page sends it. */
export const list = <T extends v.GenericSchema>(item: T, most = Infinity) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly());

export const text = v.string();
export const number = v.number();
export const maybeNumber = v.nullable(number);
/** A count, a rank, or epoch ms. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Ids may be whatever the service calls an id; what must not reach a path is refused in main/service. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(512));
/** Text that a person types into a field. */
export const line = v.pipe(v.string(), v.maxLength(4096));
/** A name as people paste them. */
export const longName = v.pipe(v.string(), v.maxLength(16_384));
/** A label, a tag, a search. */
export const shortText = v.pipe(v.string(), v.maxLength(512));
/** Some lines of a longer text: a request has room for 64 KiB. */
export const listPiece = v.pipe(v.string(), v.maxLength(60_000));
/** Longer than any key, so that who pastes too much is told so beside the field. */
export const typedKey = v.pipe(v.string(), v.maxLength(16_384));
export const passphrase = v.pipe(v.string(), v.maxLength(1024));
/** From 1 to 1,000 things at once. */
export const upToThousand = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000));

/** The arguments of a call about a whole connection. */
export const ofConnection = { connectionId: id };

/** The subject of a room: a paper, or a board by its `room_id`. */
export const roomTarget = object({ kind: v.picklist(['paper', 'board']), id });
export interface RoomTarget extends v.InferOutput<typeof roomTarget> {}

export const fileFormat = v.picklist(['csv', 'json']);

/** What was written to a file of the person's. */
export const fileWritten = object({ fileName: text, items: number });
export interface FileWritten extends v.InferOutput<typeof fileWritten> {}

/** Lets the person choose where to save a file, and writes it; null where they chose nothing. */
export const savesFile = <Args extends v.ObjectEntries, Written extends v.GenericSchema>(
  args: Args,
  written: Written,
) => givesAway({ args, reply: v.nullable(written), waitsForPerson: true });

/** Lets the person choose a file, and reads it; null where they chose none. */
export const opensFile = <Args extends v.ObjectEntries, Read extends v.GenericSchema>(
  args: Args,
  read: Read,
  rate: Rate,
) => reads({ args, reply: v.nullable(read), consent: 'press', rate, waitsForPerson: true });
