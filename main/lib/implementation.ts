import type * as v from 'valibot';
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import type { Call, Consent, Effect } from '../../preload/contract/call.ts';
import type { CONTRACT } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

/** A new entry for the activity log. The log adds a number, the time, the user and the connection's name. */
export type NewEntry = Pick<ActivityEntry, 'connectionId' | 'action' | 'target' | 'outcome'> &
  Partial<Pick<ActivityEntry, 'connectionName' | 'status' | 'detail' | 'reason' | 'job'>>;

/** Adds entries to the activity log. Never fails. After a database error, the log writes the entries later. */
export type RecordActivity = (...happened: readonly NewEntry[]) => void;

/** Text of a confirmation dialog in the main process. Cancel is the default button. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly yes: string;
}

type Answering<A, R> = {
  readonly run: (args: A) => Promise<Result<R>> | Result<R>;
};
type Logging<A, R> = {
  readonly log: (args: A, result: Result<R>) => NewEntry | null;
};
type Asking<A, R, Press> = {
  /** Returns the question to confirm; `press` if a click suffices; null without confirmation. Fails if `run` would. */
  readonly ask: (args: A) => Promise<Result<Question | Press | null>>;
  /** Performs the call. `answered`: question that the user confirmed. Fails if the question has changed since then. */
  readonly run: (args: A, answered?: Question | null) => Promise<Result<R>> | Result<R>;
};

/** Implementation of an IPC call. A call that changes data needs `log`. A call with a confirmation needs `ask`. */
export type Implementation<C> =
  C extends Call<infer Args, infer Reply, infer E extends Effect, infer Wanted extends Consent>
    ? (Extract<Wanted, 'dialog' | 'if-asked'> extends never
        ? Answering<v.InferOutput<Args>, v.InferOutput<Reply>>
        : Asking<v.InferOutput<Args>, v.InferOutput<Reply>, 'if-asked' extends Wanted ? 'press' : never>) &
        ('reads' extends E
          ? Partial<Logging<v.InferOutput<Args>, v.InferOutput<Reply>>>
          : Logging<v.InferOutput<Args>, v.InferOutput<Reply>>)
    : never;

type Contract = typeof CONTRACT;

export type CallsOf<G extends keyof Contract> = {
  readonly [M in keyof Contract[G]]: Implementation<Contract[G][M]>;
};
export type Implementations = { readonly [G in keyof Contract]: CallsOf<G> };
