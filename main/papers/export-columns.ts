/** Papers as they leave Easel in files; `read-list.ts` reads them again. */
import * as v from 'valibot';
import type { Paper } from '../../preload/contract/papers.ts';
import { csvRow, timeCell, type Cell } from '../files/csv.ts';
import { readJson } from '../files/json-file.ts';
import { writeTags } from '../notes/notes-file.ts';
import { isoOf } from '../wording/format.ts';

export const PAPER_COLUMNS: readonly string[] = [
  'identifier',
  'name',
  'source',
  'template',
  'is template',
  'customer',
  'tags',
  'note',
  'protected',
  'added',
  'deleted',
];

/** In the order of `PAPER_COLUMNS`; moments are ISO 8601 in UTC. */
export function paperCells({ local, ...paper }: Paper): readonly Cell[] {
  return [
    paper.identifier,
    paper.name,
    paper.source ?? '',
    paper.templateId ?? '',
    paper.isTemplate ? 'yes' : '',
    local?.customer ?? '',
    writeTags(local?.tags ?? []),
    local?.note ?? '',
    local?.protected === true ? 'yes' : '',
    timeCell(paper.rememberedAt),
    timeCell(paper.deletedAt),
  ];
}

/** The same for programs, with what the service said of a paper that was made here. */
export function paperJson({ local, ...paper }: Paper) {
  return {
    identifier: paper.identifier,
    name: paper.name,
    source: paper.source,
    template: paper.templateId,
    isTemplate: paper.isTemplate,
    customer: local?.customer ?? '',
    tags: local?.tags ?? [],
    note: local?.note ?? '',
    protected: local?.protected === true,
    added: isoOf(paper.rememberedAt),
    deleted: isoOf(paper.deletedAt),
    raw: paper.raw,
  };
}

const exported = v.array(
  v.object({
    identifier: v.string(),
    name: v.optional(v.string(), ''),
    isTemplate: v.optional(v.boolean(), false),
    customer: v.optional(v.string(), ''),
    tags: v.optional(v.array(v.string()), []),
    note: v.optional(v.string(), ''),
    protected: v.optional(v.boolean(), false),
  }),
);

/** Exported JSON as the table that says the same; any other text as it is. */
export function jsonAsTable(text: string): string {
  const papers = readJson(exported, text.replace(/^\uFEFF/u, ''));
  if (papers === null) return text;
  const heads = ['identifier', 'name', 'is template', 'customer', 'tags', 'note', 'protected'];
  const rows = papers.map(({ identifier, name, customer, note, tags, ...is }) => [
    identifier,
    name,
    is.isTemplate ? 'yes' : '',
    customer,
    writeTags(tags),
    note,
    is.protected ? 'yes' : '',
  ]);
  return [heads, ...rows].map(csvRow).join('');
}
