import type { NoteRecord } from '../../../../main/store/tables/change-note.ts';

export function noteOf(boardId: string, said: Partial<NoteRecord> = {}): NoteRecord {
  return { boardId, label: '', note: '', tags: [], customer: '', protected: false, updatedAt: 100, ...said };
}
