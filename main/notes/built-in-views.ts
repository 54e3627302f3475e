/** The questions that every connection has from the start. */
import type { BoardFilter, SavedView } from '../../preload/contract/boards.ts';

/** No view of a person’s own has an id like this. */
const MARK = 'built-in:';

export function isBuiltIn(id: string): boolean {
  return id.startsWith(MARK);
}

/** `now` is epoch ms: a week begins on its Monday, at midnight of this computer. */
export function builtInViews(now: number): readonly SavedView[] {
  return [
    view('old', 'Older than 90 days', { kind: 'older-than', days: 90 }),
    view('unlabelled', 'Without a label', { kind: 'mark', mark: 'labelled', is: false }),
    view('this-week', 'Created this week', { kind: 'created', from: mondayOf(now), to: null }),
    view('vanished', 'Vanished', { kind: 'mark', mark: 'vanished', is: true }),
  ];
}

function view(id: string, name: string, filter: BoardFilter): SavedView {
  const query = { find: '', filters: [filter], order: { by: 'created', descending: true } } as const;
  return { id: MARK + id, name, query, builtIn: true };
}

function mondayOf(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.getTime();
}
