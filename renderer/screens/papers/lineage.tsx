import { TriangleAlert } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Paper } from '../../../preload/contract/papers.ts';
import { Button } from '../../parts/button.tsx';
import { counted, visible } from '../../lib/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { knownPaper, usesOf } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './papers-screen.module.css';

export function TemplateCell({ paper: { templateId, template, origin } }: { readonly paper: Paper }) {
  const known = useApp((state) => knownPaper(state, templateId));
  if (templateId === null) return <NoTemplate origin={origin} />;
  const name = known?.name || templateId;
  const isDoubtful = template === 'not-confirmed';
  const note = isDoubtful ? 'not confirmed' : known !== null && known.deletedAt !== null ? 'deleted' : null;
  return (
    <span className="row-tight" title={note === null ? name : `${name}, ${note}`}>
      {isDoubtful && <TriangleAlert className="warning" size={13} />}
      <span className="ellipsis">
        <span className="sensitive">{name}</span>{' '}
        <span className={isDoubtful ? 'warning' : 'muted'}>{note}</span>
      </span>
    </span>
  );
}

function NoTemplate({ origin }: Pick<Paper, 'origin'>) {
  return <span className="muted">{origin === 'added' ? 'Unknown' : 'None'}</span>;
}

export function SourceText({ source }: Pick<Paper, 'source'>) {
  if (source === null) return <span className="muted">Unknown</span>;
  return source === 'api' ? 'API' : <span className="sensitive">{visible(source)}</span>;
}

export function TemplateUses({ identifier }: { readonly identifier: string }) {
  const usage = useApp((state) => usesOf(state).get(identifier));
  if (usage === undefined) return <span className="muted">Not used yet, as far as Easel knows</span>;
  return (
    <span>
      Used for {counted(usage.times, 'paper')}, latest <RelativeTime at={usage.lastAt} />
    </span>
  );
}

const MOST_COPIES = 12;

export function Lineage({ paper }: { readonly paper: Paper }) {
  const template = useApp((state) => knownPaper(state, paper.templateId));
  const copies = useApp(
    useShallow(({ papers, deletedPapers }) =>
      [...(papers ?? []), ...deletedPapers].filter(({ templateId }) => templateId === paper.identifier),
    ),
  );
  return (
    <span className="column-1">
      {paper.templateId === null ? (
        <NoTemplate origin={paper.origin} />
      ) : (
        <>
          <span>Copied from</span>{' '}
          {template === null ? (
            <span className="sensitive">{paper.templateId}</span>
          ) : (
            <Related paper={template} />
          )}
        </>
      )}
      {paper.template === 'not-confirmed' && (
        <span className="warning">
          The service didn’t confirm that it copied the template. Check the paper before you use it.
        </span>
      )}
      {wasTemplateChanged(paper, template) && (
        <span className="warning">The template may have changed after this copy was created.</span>
      )}
      {copies.length > 0 && (
        <ul aria-label="Copies">
          <li>Papers copied from this paper</li>
          {copies.slice(0, MOST_COPIES).map((copy) => (
            <li key={copy.identifier}>
              <Related paper={copy} />
            </li>
          ))}
          {copies.length > MOST_COPIES && <li className="hint">and {copies.length - MOST_COPIES} more</li>}
        </ul>
      )}
    </span>
  );
}

/** True if the template may have changed since this copy was made, because a visit allowed input in the template. */
export function wasTemplateChanged({ rememberedAt }: Paper, template: Paper | null): boolean {
  return template?.inputAt != null && template.inputAt > rememberedAt;
}

function Related({ paper: { identifier, name, deletedAt } }: { readonly paper: Paper }) {
  const selectPaper = useApp((state) => state.selectPaper);
  return (
    <span className={`row-tight shrink ${styles.related}`}>
      <Button variant="quiet" className="shrink ellipsis" onClick={() => selectPaper(identifier)}>
        <RoomTitle name={name} id={identifier} />
      </Button>
      {deletedAt !== null && <em className="muted fixed">deleted</em>}
    </span>
  );
}
