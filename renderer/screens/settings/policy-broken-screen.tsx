import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PolicyState } from '../../../preload/contract/app.ts';
import { Button } from '../../parts/button.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './policy-broken-screen.module.css';

const TITLE = 'Your organisation’s policy can’t be used';

export function PolicyBrokenScreen({ policy }: { readonly policy: PolicyState }) {
  const info = useApp((state) => state.info);
  const copy = useApp((state) => state.copy);
  const message = useApp((state) => state.message);
  // Hides failures with the code `policy`, because a broken policy makes all calls fail, and this screen explains that.
  const failure = useApp((state) => (state.notice?.code === 'policy' ? null : state.notice));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = 'Easel (policy can’t be used)';
  }, []);
  const details = [
    `Easel: ${TITLE}.`,
    `Policy: ${policy.source}`,
    `Problem: ${policy.problem}`,
    ...(info === null ? [] : [`Version: ${info.version}, ${info.platform}`]),
  ].join('\n');

  return (
    <main className={`centre full scroll ${styles.screen}`}>
      <div className={`column-3 panel anywhere ${styles.panel}`}>
        <ShieldAlert className="danger" size={32} />
        <h1 className="large" tabIndex={-1} ref={heading}>
          {TITLE}
        </h1>
        <p>Easel won’t work until the policy is fixed. Connections and keys haven’t been changed.</p>
        <dl className={`facts line-below line-above selectable ${styles.facts}`}>
          <dt>Problem</dt>
          <dd>{policy.problem}</dd>
          <dt>Policy file</dt>
          <dd>
            <code>{policy.source}</code>
          </dd>
          <dt>Next step</dt>
          <dd>Send these details to your administrator, then restart Easel.</dd>
        </dl>
        <div className="row">
          <Button variant="primary" onClick={() => void copy(details, 'Details')}>
            Copy details
          </Button>
          <p role="status">{failure === null ? message.text : failure.message}</p>
        </div>
      </div>
    </main>
  );
}
