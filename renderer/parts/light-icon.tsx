import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Light } from '../../preload/contract/service.ts';
import styles from './light-icon.module.css';

const SHAPES = { unknown: CircleDashed, good: CircleCheck, trouble: TriangleAlert } as const;

/** A light as a shape and a colour; its word always stands beside it. */
export function LightIcon({
  state,
  size,
}: {
  readonly state: Light['state'];
  readonly size: number;
}): React.JSX.Element {
  const Shape = SHAPES[state];
  return <Shape size={size} className={styles[state]} aria-hidden />;
}
