/** The sentences of export and import. */
import type { Exported, Imported, ImportEntry } from '../../../preload/contract/connections.ts';
import { counted } from '../../parts/format.ts';

/** "a, b and c". */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** The content of an export, without the name of its file. */
export function exportedSentence({ connections, keys, papers, notes }: Exported): string {
  const parts = [
    counted(connections, 'connection'),
    keys === 0 ? 'no keys' : counted(keys, 'key'),
    ...(papers === 0 ? [] : [counted(papers, 'paper')]),
    ...(notes === 0 ? [] : [`the notes of ${counted(notes, 'board')}`]),
  ];
  return `It contains ${joined(parts)}.`;
}

/** What an entry includes, or null for nothing. */
export function alongSentence({ keys, papers, notes }: ImportEntry): string | null {
  const parts = [
    ...(keys === 0 ? [] : [counted(keys, 'key')]),
    ...(papers === 0 ? [] : [counted(papers, 'paper')]),
    ...(notes === 0 ? [] : [`the notes of ${counted(notes, 'board')}`]),
  ];
  return parts.length === 0 ? null : `With ${joined(parts)}.`;
}

/** The result of an import, over all tries. */
export function importedSentence({ added, updated, keys, papers, notes }: Imported): string {
  if (added + updated + keys + papers + notes === 0) return 'Nothing was imported.';
  const connections = [
    ...(added === 0 ? [] : [`${counted(added, 'connection')} added`]),
    ...(updated === 0 ? [] : [`${counted(updated, 'connection')} changed`]),
  ];
  const along = [
    ...(keys === 0 ? [] : [counted(keys, 'key')]),
    ...(papers === 0 ? [] : [counted(papers, 'paper')]),
    ...(notes === 0 ? [] : [`the notes of ${counted(notes, 'board')}`]),
  ];
  return `Imported: ${joined([...connections, ...along])}.`;
}

/** How each kind of entry is called. */
export const KIND_WORDS: Readonly<Record<ImportEntry['kind'], string>> = {
  new: 'New',
  update: 'Will change',
  same: 'No changes',
  refused: 'Can’t be imported',
};
