/** Columns of exported papers. `read-list.ts` can import the exported file. */
import type { Paper } from '../../preload/contract/papers.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { writeTags } from '../notes/notes-file.ts';
import { isoOf } from '../lib/wording/format.ts';

const CELLS: Readonly<Record<string, (paper: Paper) => Cell>> = {
  identifier: ({ identifier }) => identifier,
  name: ({ name }) => name,
  source: ({ source }) => source ?? '',
  template: ({ templateId }) => templateId ?? '',
  'is template': ({ isTemplate }) => (isTemplate ? 'yes' : ''),
  customer: ({ local }) => local?.customer ?? '',
  tags: ({ local }) => writeTags(local?.tags ?? []),
  note: ({ local }) => local?.note ?? '',
  protected: ({ local }) => (local?.protected === true ? 'yes' : ''),
  added: ({ rememberedAt }) => timeCell(rememberedAt),
  deleted: ({ deletedAt }) => timeCell(deletedAt),
};

export const PAPER_COLUMNS: readonly string[] = Object.keys(CELLS);

export function paperCells(paper: Paper): readonly Cell[] {
  return Object.values(CELLS).map((cellOf) => cellOf(paper));
}

/** Returns a paper for a JSON export: its columns, and the service's response to its creation. */
export function paperJson({ local, rememberedAt, deletedAt, templateId, ...paper }: Paper) {
  const { identifier, name, source, isTemplate, raw } = paper;
  const { customer = '', tags = [], note = '', protected: isProtected = false } = local ?? {};
  const noted = { customer, tags, note, protected: isProtected };
  const moments = { added: isoOf(rememberedAt), deleted: isoOf(deletedAt) };
  return { identifier, name, source, template: templateId, isTemplate, ...noted, ...moments, raw };
}
