/** The whole of `window.easel`: the one door in the wall between page and main. */
import type { ArgsOf, CallName, ValueOf } from './calls.ts';
import type { EventBridge } from './events.ts';
import type { Result } from './failure.ts';

export type EaselBridge = CallBridge & EventBridge;

type GroupOf<C> = C extends `${infer Group}.${string}` ? Group : never;
type MethodOf<C, Group extends string> = C extends `${Group}.${infer Method}` ? Method : never;

/** `easel.boards.view({ … })`: one named method per channel, derived from `Calls`. */
type CallBridge = {
  readonly [Group in GroupOf<CallName>]: {
    readonly [Method in MethodOf<CallName, Group>]: `${Group}.${Method}` extends infer C extends CallName
      ? (args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>
      : never;
  };
};
