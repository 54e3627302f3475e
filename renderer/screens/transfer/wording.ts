/** The sentences of export and import. */
import type { Exported, Imported, ImportEntry } from '../../../preload/contract/connections.ts';
import { counted, listed } from '../../parts/format.ts';

/** What goes along with connections; what there is none of is left out. */
function along({ keys, papers, notes }: Pick<ImportEntry, 'keys' | 'papers' | 'notes'>): readonly string[] {
  return [
    ...(keys === 0 ? [] : [counted(keys, 'key')]),
    ...(papers === 0 ? [] : [counted(papers, 'paper')]),
    ...(notes === 0 ? [] : [`the notes of ${counted(notes, 'board')}`]),
  ];
}

/** The content of an export, without the name of its file. */
export function exportedSentence(exported: Exported): string {
  const noKeys = exported.keys === 0 ? ['no keys'] : [];
  const parts = [counted(exported.connections, 'connection'), ...noKeys, ...along(exported)];
  return `It contains ${listed(parts)}.`;
}

/** What an entry includes, or null for nothing. */
export function alongSentence(entry: ImportEntry): string | null {
  const parts = along(entry);
  return parts.length === 0 ? null : `With ${listed(parts)}.`;
}

/** The result of an import, over all tries. */
export function importedSentence(imported: Imported): string {
  const { added, updated } = imported;
  const parts = [
    ...(added === 0 ? [] : [`${counted(added, 'connection')} added`]),
    ...(updated === 0 ? [] : [`${counted(updated, 'connection')} changed`]),
    ...along(imported),
  ];
  return parts.length === 0 ? 'Nothing was imported.' : `Imported: ${listed(parts)}.`;
}
