/** Papers as they leave Easel in files; `read-list.ts` reads the table again. */
import type { Paper } from '../../preload/contract/papers.ts';
import { timeCell, type Cell } from '../lib/files/csv.ts';
import { writeTags } from '../notes/notes-file.ts';
import { isoOf } from '../lib/wording/format.ts';

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
