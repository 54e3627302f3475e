/**
 * All IPC calls between page and main process. Null or an empty text means "no value", unless a comment says otherwise.
 * Any call can fail with `locked`, `policy`, `needs-press`, or `cancelled` (the user declined). A text that contains a
 * key or token fails with `invalid-input`.
 */
import type * as v from 'valibot';
import { activity } from './activity.ts';
import { app, diagnostics, lock, policy } from './app.ts';
import { boards, notes, views } from './boards.ts';
import type { Call } from './call.ts';
import { connections, transfer } from './connections.ts';
import { customers } from './customers.ts';
import type { EventName, Events } from './events.ts';
import type { Result } from './failure.ts';
import { jobs, plans } from './jobs.ts';
import { keychain, keys } from './keys.ts';
import { links, papers, previews } from './papers.ts';
import { pictures } from './pictures.ts';
import { health, network, unresolved } from './service.ts';
import { snippets } from './snippets.ts';
import { team, teamwork } from './team.ts';
import { updates } from './updates.ts';

export const CONTRACT = {
  app,
  policy,
  lock,
  keychain,
  connections,
  keys,
  transfer,
  boards,
  views,
  notes,
  customers,
  papers,
  previews,
  links,
  pictures,
  jobs,
  plans,
  activity,
  unresolved,
  health,
  network,
  snippets,
  team,
  teamwork,
  updates,
  diagnostics,
};

type Contract = typeof CONTRACT;
type Group = keyof Contract;

export type CallName = { [G in Group]: `${G}.${keyof Contract[G] & string}` }[Group];

type Stated<C extends CallName> = C extends `${infer G extends Group}.${infer M}`
  ? M extends keyof Contract[G]
    ? Contract[G][M]
    : never
  : never;

type ArgsIn<T> = T extends { readonly args: infer A extends v.GenericSchema } ? v.InferOutput<A> : never;
type ReplyIn<T> = T extends { readonly reply: infer R extends v.GenericSchema } ? v.InferOutput<R> : never;

export type ArgsOf<C extends CallName> = ArgsIn<Stated<C>>;
export type ValueOf<C extends CallName> = ReplyIn<Stated<C>>;

export const CALLS: Readonly<Record<CallName, Call>> = Object.fromEntries(
  Object.entries(CONTRACT).flatMap(([group, calls]) =>
    Object.entries(calls).map(([method, stated]) => [`${group}.${method}`, stated]),
  ),
) as unknown as Readonly<Record<CallName, Call>>;

export const CALL_NAMES = Object.keys(CALLS) as readonly CallName[];

type CallBridge = {
  readonly [G in Group]: {
    readonly [M in keyof Contract[G]]: (
      args: ArgsIn<Contract[G][M]>,
    ) => Promise<Result<ReplyIn<Contract[G][M]>>>;
  };
};

export type EaselBridge = CallBridge & {
  /** Subscribes to an event, such as `boards.changed`. Returns the unsubscribe function. */
  readonly on: <E extends EventName>(event: E, listener: (data: Events[E]) => void) => () => void;
};
