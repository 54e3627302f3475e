/** Actions for a new join link: copy formats, QR code, and token claims. */
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import type { LinkCopied, LinkQrCode } from '../../../preload/contract/papers.ts';
import { Button } from '../../parts/button.tsx';
import { absoluteTime, duration } from '../../lib/format.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useActions } from '../../store/use-app.ts';
import styles from './papers-screen.module.css';

export interface MadeLinkProps {
  readonly link: LinkCopied;
  /** Called when main discards the link. */
  readonly onGone: () => void;
}

/** Use the link id as React key. */
export function MadeLink({ link, onGone }: MadeLinkProps) {
  const { linkId, goneAt } = link;
  const { copyMadeLink, qrCodeOf, closeMadeLink, raise } = useActions();
  const [code, setCode] = useState<LinkQrCode | null>(null);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const timer = setTimeout(() => gone(), Math.max(0, goneAt - Date.now()));
    return () => {
      clearTimeout(timer);
      closeMadeLink(linkId);
    };
  }, [linkId, goneAt, closeMadeLink]);

  async function show(): Promise<void> {
    if (code !== null) return setCode(null);
    const made = await qrCodeOf(linkId);
    if (made.ok) setCode(made.value);
    else raise(made.error);
  }

  return (
    <section aria-label="This link" className="column-3">
      <div className="wrap gap-1">
        <Button onClick={() => void copyMadeLink({ linkId, as: 'link' })}>Copy again</Button>
        <Button onClick={() => void copyMadeLink({ linkId, as: 'token' })}>Copy token</Button>
        <Button onClick={() => void copyMadeLink({ linkId, as: 'embed' })}>Copy embed snippet</Button>
        <Button aria-expanded={code !== null} onClick={() => void show()}>
          {code === null ? 'Show QR code' : 'Hide QR code'}
        </Button>
      </div>
      {code !== null && <Code code={code} />}
      <Claims link={link} />
    </section>
  );
}

/** Width of the quiet zone that QR readers need, in modules. */
const QUIET = 4;

function Code({ code: { size, path } }: { readonly code: LinkQrCode }) {
  const whole = size + 2 * QUIET;
  return (
    <figure className={`column-1 ${styles.code}`}>
      <svg
        role="img"
        aria-label="QR code of the join link"
        className="sensitive"
        viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET} y={-QUIET} width={whole} height={whole} />
        <path d={path} />
      </svg>
      <figcaption className="muted">Whoever scans it joins in this person’s name.</figcaption>
    </figure>
  );
}

function Claims({ link: { claims, expiresAt } }: Pick<MadeLinkProps, 'link'>) {
  const left = (expiresAt ?? 0) - useNow('second');
  return (
    <details>
      <summary>
        What the token says
        <span className="muted">
          {expiresAt === null
            ? ': no expiry in the token'
            : left > 0
              ? `: expires in ${duration(left)}`
              : ': expired'}
        </span>
      </summary>
      <div className="column-2">
        <dl className="facts selectable">
          {claims.map(({ name, value, at }) => (
            <Fragment key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <span className="sensitive">{value}</span>
                {at !== null && <span className="muted"> {absoluteTime(at)}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
        <p className="muted">
          {claims.length === 0 && 'It can’t be read. '}Only the service can check its signature.
        </p>
      </div>
    </details>
  );
}
