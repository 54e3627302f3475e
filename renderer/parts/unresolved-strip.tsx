/** Lists create requests with an unknown outcome, for example after a timeout. Easel never sends them again. */
import { CircleQuestionMark } from 'lucide-react';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import { useShallow } from 'zustand/react/shallow';
import { useActions, useApp } from '../store/use-app.ts';
import { Button } from './button.tsx';
import { RelativeTime } from './relative-time/relative-time.tsx';

export function UnresolvedStrip({ kind }: { readonly kind: UnresolvedCreate['kind'] }) {
  const unresolved = useApp(
    useShallow((state) => state.unresolved.filter((unknown) => unknown.kind === kind)),
  );
  if (unresolved.length === 0) return null;
  return (
    <ul className="ruled caution line-below fixed short" aria-label="Outcome unknown">
      {unresolved.map((unknown) => (
        <Row key={unknown.id} unknown={unknown} />
      ))}
    </ul>
  );
}

function Row({ unknown }: { readonly unknown: UnresolvedCreate }) {
  const { settleUnresolved: settle, raise, openDialog } = useActions();
  const { id, kind, name, sentAt, reason } = unknown;
  const text = `unknown-${id}`;
  const dismiss = async (): Promise<void> => raise(await settle(id, null));

  return (
    <li className="row snug">
      <CircleQuestionMark className="warning" size={16} />
      <p className="grow" id={text} role="alert">
        <strong>Outcome unknown:</strong> {kind}
        {name !== '' && <span className="sensitive"> “{name}”</span>} sent <RelativeTime at={sentAt} />.{' '}
        <span className="sensitive">{reason}</span>
      </p>
      <Button aria-describedby={text} onClick={() => openDialog({ kind: 'check-unknown', unknown })}>
        Check
      </Button>
      <Button aria-describedby={text} onClick={() => void dismiss()}>
        Dismiss
      </Button>
    </li>
  );
}
