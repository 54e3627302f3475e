/** Which papers came from which: the template of a row, how often one was used, and the copies of a paper. */
import { TriangleAlert } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Paper } from '../../../preload/contract/papers.ts';
import { Button } from '../../parts/button.tsx';
import { counted } from '../../lib/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { knownPaper, usesOf } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';

/** What a row was made from, and what is to be known of that. */
export function TemplateCell({ paper: { templateId, template } }: { readonly paper: Paper }) {
  const known = useApp((state) => knownPaper(state, templateId));
  if (templateId === null) return null;
  const name = known?.name || templateId;
  const isDoubtful = template === 'not-confirmed';
  const mark = isDoubtful ? 'not confirmed' : known !== null && known.deletedAt !== null ? 'deleted' : null;
  return (
    <span className="row-tight" title={mark === null ? name : `${name}, ${mark}`}>
      {isDoubtful && <TriangleAlert className="warning" size={13} />}
      <span className="ellipsis">
        <span className="sensitive">{name}</span>{' '}
        <span className={isDoubtful ? 'warning' : 'muted'}>{mark}</span>
      </span>
    </span>
  );
}

/** “Used 12 times, the last 3 days ago”, as far as this computer knows. */
export function TemplateUses({ identifier }: { readonly identifier: string }) {
  const use = useApp((state) => usesOf(state).get(identifier));
  if (use === undefined) return <span className="muted">Not used here</span>;
  return (
    <span>
      Used {counted(use.times, 'time')}, <RelativeTime at={use.lastAt} />
    </span>
  );
}

/** Most copies that are named. */
const MOST_COPIES = 12;

/** Which paper it was copied from, and which were copied from it. */
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
        <span className="muted">{paper.origin === 'added' ? 'unknown' : 'none'}</span>
      ) : (
        <span className="row-tight">
          Copied from{' '}
          {template === null ? (
            <span className="sensitive">{paper.templateId}</span>
          ) : (
            <Related paper={template} />
          )}
        </span>
      )}
      {paper.template === 'not-confirmed' && (
        <span className="warning">Not confirmed: check the paper first.</span>
      )}
      {wasChanged(paper, template) && (
        <span className="warning">Its template was opened for changes after this copy.</span>
      )}
      {copies.length > 0 && (
        <ul aria-label="Copies">
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

/** A visit from here let input into the template after the copy was made: it may hold something else by now. */
export function wasChanged({ rememberedAt }: Paper, template: Paper | null): boolean {
  return template?.inputAt != null && template.inputAt > rememberedAt;
}

/** Another paper, which it leads to. */
function Related({ paper: { identifier, name, deletedAt } }: { readonly paper: Paper }) {
  const selectPaper = useApp((state) => state.selectPaper);
  return (
    <span className="row-tight">
      <Button variant="quiet" onClick={() => selectPaper(identifier)}>
        <RoomTitle name={name} id={identifier} />
      </Button>
      {deletedAt !== null && <em className="muted fixed">deleted</em>}
    </span>
  );
}
