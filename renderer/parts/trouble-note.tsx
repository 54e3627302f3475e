import { TriangleAlert } from 'lucide-react';
import type { PartName } from '../../preload/contract/service.ts';
import { useApp } from '../store/use-app.ts';
import { troubleNote } from '../lib/health-wording.ts';
import { useNow } from './relative-time/use-now.ts';

export function TroubleNote({ part }: { readonly part: PartName }) {
  const now = useNow();
  const note = useApp((state) => troubleNote(state.health, part, now));
  if (note === null) return null;
  return (
    <p className="row start inset round caution">
      <TriangleAlert className="warning" size={14} />
      <span className="sensitive">{note}</span>
    </p>
  );
}
