/** Merges the papers, notes and views of one connection of a file with those of this computer. Changes nothing. */
import { randomUUID } from 'node:crypto';
import type { BoardQuery, Merge } from '../../preload/contract/boards.ts';
import type { Paper, RegisteredPaper } from '../../preload/contract/papers.ts';
import { canonicalJson, type Steps } from '../files/digested-file.ts';
import { cut, mergeNote, mergeTally, type Merged } from '../notes/merge.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import type { ViewRecord } from '../store/tables/index.ts';
import { cleanLine, cleanLines } from '../wording/clean.ts';
import { counted, quoted } from '../wording/format.ts';
import type { ExportedConnection, ExportedPaper, ExportedView } from './format.ts';

/** A paper of the register, also one that was seen deleted. */
type PaperHere = RegisteredPaper & Pick<Paper, 'deletedAt'>;

/** What is here of a connection, as far as the file speaks of it too. */
export interface LocalHere {
  readonly papers: ReadonlyMap<string, PaperHere>;
  readonly notes: ReadonlyMap<string, NoteRecord>;
  readonly views: readonly ViewRecord[];
}

/** A thing with its place in the file, by which a side is chosen. */
export interface Placed<T> {
  readonly place: number;
  readonly merged: Merged<T>;
}

export interface MergedLocal {
  readonly papers: readonly Placed<RegisteredPaper>[];
  readonly notes: readonly Placed<NoteRecord>[];
  readonly views: readonly Placed<ViewRecord>[];
  readonly sum: Merge;
}

const AT_A_TIME = 200;

/** In steps: there may be 200,000 of each. `connectionId` is the id that the connection has, or would get, here. */
export function* mergeLocal(
  { papers = [], notes = [], views = [] }: ExportedConnection,
  connectionId: string,
  here: LocalHere,
  now: number,
): Steps<MergedLocal> {
  const tally = mergeTally();
  function* each<In, T>(items: readonly In[], merge: (item: In) => Merged<T>): Steps<readonly Placed<T>[]> {
    const placed: Placed<T>[] = [];
    for (const [index, item] of items.entries()) {
      if (index % AT_A_TIME === 0) yield;
      const merged = merge(item);
      placed.push({ merged, place: tally.add(merged) });
    }
    return placed;
  }
  const viewsHere = new Map(here.views.map((view) => [nameOf(view), view]));
  const all = {
    papers: yield* each(papers, ({ name, ...paper }) =>
      mergePaper(here.papers.get(paper.identifier) ?? null, { ...paper, name: cleanLine(name) }),
    ),
    notes: yield* each(notes, ({ id, updatedAt, ...said }) =>
      mergeNote(here.notes.get(id) ?? null, { boardId: id, said: cleanNote(said), updatedAt }, now),
    ),
    views: yield* each(views, ({ name, ...rest }) => {
      const view = { ...rest, name: cleanLine(name) };
      return mergeView(viewsHere.get(nameOf(view)) ?? null, view, { connectionId, now });
    }),
  };
  return { ...all, sum: tally.sum() };
}

/** An older Easel took more in names. */
function cleanNote<T extends Pick<NoteRecord, 'label' | 'note' | 'tags' | 'customer'>>(said: T): T {
  const [label, customer] = [cleanLine(said.label), cleanLine(said.customer)];
  return { ...said, label, customer, note: cleanLines(said.note), tags: said.tags.map(cleanLine) };
}

/** What the service said when a paper was made is worth more than that somebody has added it by its identifier. */
export function mergePaper(here: PaperHere | null, paper: ExportedPaper): Merged<RegisteredPaper> {
  const file: RegisteredPaper = { ...paper, isTemplate: paper.isTemplate === true };
  if (here === null) return { kind: 'added', mine: file, theirs: file, before: null, sides: null };
  // It was seen deleted from here: no older file brings it back.
  if (here.deletedAt !== null) return { kind: 'same', mine: null, theirs: null, before: here, sides: null };
  const { source, templateId, template, otherFields, raw } = file;
  const made = here.raw === null && raw !== null ? { source, templateId, template, otherFields, raw } : {};
  const isTemplate = here.isTemplate || file.isTemplate;
  const joined: PaperHere = { ...here, ...made, isTemplate, name: here.name || file.name };
  const isFilled = canonicalJson(joined) !== canonicalJson(here);
  if (file.name === '' || file.name === joined.name) {
    if (!isFilled) return { kind: 'same', mine: null, theirs: null, before: here, sides: null };
    return { kind: 'filled', mine: joined, theirs: joined, before: here, sides: null };
  }
  const sides = {
    of: 'paper',
    id: here.identifier,
    name: here.name,
    here: cut(`Name: ${here.name}`),
    there: cut(`Name: ${file.name}`),
    // A register has no dates of its names.
    newer: 'unknown',
  } as const;
  const theirs = { ...joined, name: file.name };
  return { kind: 'differs', mine: isFilled ? joined : null, theirs, before: here, sides };
}

/** A view is known by its name among those of its list. */
function nameOf({ of, name }: Pick<ExportedView | ViewRecord, 'of' | 'name'>): string {
  return `${of ?? 'board'} ${name.toLowerCase()}`;
}

export function mergeView(
  here: ViewRecord | null,
  { of: listOf, name, query }: ExportedView,
  { connectionId, now }: { readonly connectionId: string; readonly now: number },
): Merged<ViewRecord> {
  const text = JSON.stringify(query);
  if (here === null) {
    const record: ViewRecord = {
      id: randomUUID(),
      connectionId,
      of: listOf ?? 'board',
      name,
      query: text,
      createdAt: now,
    };
    return { kind: 'added', mine: record, theirs: record, before: null, sides: null };
  }
  const ours: unknown = JSON.parse(here.query);
  if (canonicalJson(ours) === canonicalJson(query))
    return { kind: 'same', mine: null, theirs: null, before: here, sides: null };
  const sides = {
    of: 'view',
    id: '',
    name: here.name,
    here: inWords(ours as BoardQuery),
    there: inWords(query),
    newer: 'unknown',
  } as const;
  return { kind: 'differs', mine: null, theirs: { ...here, query: text }, before: here, sides };
}

/** “Find “lesson”; 2 filters (older-than, tag); by created, descending”. */
function inWords({ find, filters, order }: BoardQuery): string {
  const kinds = filters.map(({ kind }) => kind).join(', ');
  const parts = [
    ...(find === '' ? [] : [`find ${quoted(find)}`]),
    ...(filters.length === 0 ? [] : [`${counted(filters.length, 'filter')} (${kinds})`]),
    `by ${order.by}${order.descending ? ', descending' : ''}`,
  ];
  return cut(parts.join('; '));
}
