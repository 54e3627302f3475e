import type * as v from 'valibot';
import type { Call } from '../../preload/contract/call.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { failureSchema, type Failure } from '../../preload/contract/failure.ts';

export type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly literal?: unknown;
  readonly options?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
};

export function exampleOf(of: v.GenericSchema): unknown {
  const schema = of as Schema;
  switch (schema.type) {
    case 'string':
      return 'text-7';
    case 'number': {
      const least = schema.pipe?.find(({ type }) => type === 'min_value')?.requirement;
      return typeof least === 'number' ? Math.max(least, 1) : 1;
    }
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'literal':
      return schema.literal;
    case 'custom':
      return 'field:seats';
    case 'picklist':
      return schema.options?.[0];
    case 'union':
    case 'variant':
      return exampleOf(schema.options?.[0] as v.GenericSchema);
    case 'nullable':
    case 'exact_optional':
      return exampleOf(schema.wrapped as v.GenericSchema);
    case 'array':
      return [exampleOf(schema.item as v.GenericSchema)];
    case 'tuple':
      return schema.items?.map(exampleOf);
    case 'record':
      return { name: 'text-7' };
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).map(([name, entry]) => [name, exampleOf(entry)]),
      );
    default:
      throw new Error(`no example for a schema of type ${schema.type}`);
  }
}

type ByName<T> = Readonly<Record<CallName, T>>;
const byName = <T>(make: (call: Call) => T): ByName<T> =>
  Object.fromEntries(CALL_NAMES.map((name) => [name, make(CALLS[name])])) as ByName<T>;

export const GOOD_ARGS = byName((call) => exampleOf(call.args) as Readonly<Record<string, unknown>>);
export const GOOD_REPLIES = byName((call) => exampleOf(call.reply));
export const GOOD_FAILURE = exampleOf(failureSchema) as Failure;
