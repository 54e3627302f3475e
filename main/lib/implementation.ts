/** What main says of each call beside its contract: who answers it, its line in the activity log, its question. */
import type * as v from 'valibot';
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import type { Call, Consent, Effect } from '../../preload/contract/call.ts';
import type { CONTRACT } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';

/** An event as a use case reports it; number, time, user and the connection's name are added here. */
export type NewEntry = Pick<ActivityEntry, 'connectionId' | 'action' | 'target' | 'outcome'> &
  Partial<Pick<ActivityEntry, 'connectionName' | 'status' | 'detail' | 'reason' | 'job'>>;

/** Adds entries to the log. Never fails: an entry that can't be written is kept and tried again, and logged. */
export type RecordActivity = (...happened: readonly NewEntry[]) => void;

/** A confirmation that main shows in its own dialog, from main's own data. Cancel is the default. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** What the button says that does it. */
  readonly yes: string;
}

type Answering<A, R> = {
  readonly run: (args: A) => Promise<Result<R>> | Result<R>;
};
type Logging<A, R> = {
  /** The line of a call that came to its end; null for none. */
  readonly log: (args: A, result: Result<R>) => NewEntry | null;
};
type Asking<A, R> = {
  /** The question of a call that main asks about; null where a press is enough. Fails where `run` would, at once. */
  readonly ask: (args: A) => Promise<Result<Question | null>>;
  /**
   * `answered` is the question that a person said yes to; null where there was none to ask. The use case asks again in the
   * turn that saves, and saves nothing if the question is another one by then (`changedSince`).
   */
  readonly run: (args: A, answered?: Question | null) => Promise<Result<R>> | Result<R>;
};

/** A call that may do more than read has a log line, and one that needs main's dialog has a question. */
export type Implementation<C> =
  C extends Call<infer Args, infer Reply, infer E extends Effect, infer Wanted extends Consent>
    ? (Extract<Wanted, 'dialog' | 'if-asked'> extends never
        ? Answering<v.InferOutput<Args>, v.InferOutput<Reply>>
        : Asking<v.InferOutput<Args>, v.InferOutput<Reply>>) &
        ('reads' extends E
          ? Partial<Logging<v.InferOutput<Args>, v.InferOutput<Reply>>>
          : Logging<v.InferOutput<Args>, v.InferOutput<Reply>>)
    : never;

type Contract = typeof CONTRACT;

/** How main answers the calls of one group. */
export type CallsOf<G extends keyof Contract> = {
  readonly [M in keyof Contract[G]]: Implementation<Contract[G][M]>;
};
export type Implementations = { readonly [G in keyof Contract]: CallsOf<G> };
