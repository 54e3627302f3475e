/** Validates items from the team database. Cleans all texts, because anyone with a login can write them. */
import * as v from 'valibot';
import { cleanUpRule, rowQuery } from '../../preload/contract/boards.ts';
import { cleanLine, cleanLines } from '../lib/wording/clean.ts';
import { readJson } from '../lib/files/json-file.ts';
import type { Bodies, ItemRef } from './items.ts';
import { MOST_TAGS } from './tables/change-note.ts';
import type { ItemMark, RegisterItem } from './tables/team.ts';

const upTo = (longest: number, clean = cleanLine) =>
  v.pipe(v.string(), v.maxLength(longest), v.transform(clean));
const id = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(512),
  v.check((text) => cleanLine(text) === text),
);
export const epochMs = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15));

const query = v.pipe(
  v.string(),
  v.maxLength(20_000),
  v.check((text) => readJson(viewQuery, text) !== null),
);
export const viewQuery = v.strictObject({ ...rowQuery.entries, rule: v.exactOptional(cleanUpRule) });

/** Schemas of items that a team shares. Each has a fixed order of fields, so that equal items have equal JSON. */
const BODIES = {
  note: v.object({
    label: upTo(200),
    note: upTo(4000, cleanLines),
    tags: v.pipe(v.array(v.pipe(upTo(60), v.minLength(1))), v.maxLength(MOST_TAGS)),
    customer: upTo(200),
    protected: v.boolean(),
  }),
  paper: v.object({
    name: upTo(4096),
    source: v.nullable(upTo(2000)),
    templateId: v.nullable(id),
    template: v.picklist(['none', 'confirmed', 'not-confirmed']),
    origin: v.picklist(['created', 'added']),
    isTemplate: v.boolean(),
    rememberedAt: epochMs,
    deletedAt: v.nullable(epochMs),
    inputAt: v.nullable(epochMs),
    standing: v.nullable(v.picklist(['accepted', 'delete-accepted', 'not-found'])),
  }),
  view: v.object({
    of: v.picklist(['board', 'paper']),
    name: v.pipe(upTo(80), v.minLength(1)),
    query,
    createdAt: epochMs,
  }),
} satisfies { readonly [K in keyof Bodies]: v.GenericSchema<unknown, Bodies[K]> };

const protectedNote = v.object({ protected: v.literal(true) });

/** Validates an item from the team database. Sets `body` to undefined if Easel could not have written it. */
export function readItem(item: ItemRef & ItemMark & { readonly body: unknown }): RegisterItem {
  const read = v.safeParse(v.nullable(BODIES[item.kind]), item.body);
  if (!v.is(id, item.id)) return { ...item, body: undefined };
  if (read.success) return { ...item, body: read.output } as RegisterItem;
  return { ...item, body: undefined, isProtected: item.kind === 'note' && v.is(protectedNote, item.body) };
}

export function withoutSecrets<T>(body: T, clean: (text: string) => string): T {
  const cleaned = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? clean(value) : value;
  return JSON.parse(JSON.stringify(body, cleaned)) as T;
}
