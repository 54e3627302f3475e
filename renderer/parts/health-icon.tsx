import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { PartHealth } from '../../preload/contract/service.ts';

const SHAPES = { unknown: CircleDashed, good: CircleCheck, trouble: TriangleAlert } as const;
const COLOURS = { unknown: 'muted', good: 'good', trouble: 'danger' } as const;

/** Health as a shape and a colour; its word always stands beside it. */
export function HealthIcon({ state, size }: { readonly state: PartHealth['state']; readonly size: number }) {
  const Shape = SHAPES[state];
  return <Shape size={size} className={COLOURS[state]} />;
}
