import type { ReactNode } from 'react';
import inks from './drawing.module.css';
import styles from './empty.module.css';

interface EmptyProps {
  readonly drawing?: keyof typeof DRAWINGS;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ drawing, children, action }: EmptyProps) {
  return (
    <div className={drawing === undefined ? 'column-3 start prose' : `column-3 ${styles.middle}`}>
      {drawing !== undefined && (
        <svg className={`${inks.drawing} ${styles.drawing}`} viewBox="0 0 120 72" aria-hidden="true">
          {DRAWINGS[drawing]}
        </svg>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}

const rows = [10, 30, 50].map((y) => (
  <g key={y}>
    <rect className={y === 30 ? inks.front : inks.back} x="12" y={y} width="96" height="15" rx="4" />
    <circle className={inks.ink} cx="22" cy={y + 7.5} r="3" />
    <rect className={inks.ink} x="30" y={y + 5} width={y === 30 ? 52 : 38} height="5" rx="2.5" />
  </g>
));

const DRAWINGS = {
  'none-found': (
    <>
      {rows}
      <circle className={`${inks.front} ${inks.hole}`} cx="80" cy="38" r="15" />
      <path className={inks.hole} d="m91 49 12 12" />
    </>
  ),
  board: (
    <>
      <rect className={inks.back} x="30" y="8" width="76" height="48" rx="5" />
      <rect className={inks.front} x="14" y="16" width="76" height="48" rx="5" />
      <path className={inks.stroke} d="M24 50c6-14 12-16 16-8s8 9 14-2 10-7 14-1" />
      <rect className={inks.press} x="68" y="24" width="14" height="12" rx="2" />
    </>
  ),
  paper: (
    <>
      <rect className={inks.back} x="50" y="6" width="42" height="56" rx="4" transform="rotate(8 71 34)" />
      <path
        className={inks.front}
        d="M36 6h28l12 12v44a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4ZM64 6v12h12"
      />
      <rect className={inks.ink} x="40" y="18" width="16" height="5" rx="2.5" />
      <rect className={inks.ink} x="40" y="28" width="28" height="5" rx="2.5" />
      <path className={inks.stroke} d="M41 52c4-9 8-10 10-4s5 5 8-1 5-4 8-1" />
    </>
  ),
  room: (
    <>
      <rect className={inks.front} x="14" y="8" width="92" height="56" rx="5" />
      <path className={inks.press} d="M19 8h82a5 5 0 0 1 5 5v5H14v-5a5 5 0 0 1 5-5Z" />
      <circle className={inks.person} cx="36" cy="34" r="6" />
      <circle className={inks.person} cx="52" cy="50" r="6" />
      <circle className={inks.place} cx="82" cy="40" r="9" />
    </>
  ),
  log: (
    <>
      <path className={inks.hole} d="M26 8v56" />
      {[10, 30, 50].map((y) => (
        <g key={y}>
          <rect className={inks.back} x="40" y={y} width="68" height="15" rx="4" />
          <rect className={inks.ink} x="46" y={y + 5} width={y === 30 ? 48 : 30} height="5" rx="2.5" />
          <circle className={y === 10 ? inks.you : inks.dot} cx="26" cy={y + 7.5} r="6" />
        </g>
      ))}
    </>
  ),
};
