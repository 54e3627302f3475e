import { UserRound } from 'lucide-react';
import { visible } from '../lib/format.ts';
import { presenceIn } from '../store/team-slice.ts';
import { useApp } from '../store/use-app.ts';

export function Presence({ id, isNote = false }: { readonly id: string; readonly isNote?: boolean }) {
  const text = visible(useApp((state) => presenceIn(state, id)));
  if (text === '') return null;
  if (isNote) return <p className="info sensitive">{text}</p>;
  return (
    <span className="mark accent" title={text}>
      <UserRound size={13} />
      <span className="visually-hidden">{text} </span>
    </span>
  );
}
