/** Which papers came from which: the template of a row, how often one was used, and the tree around a paper. */
import { TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Paper } from '../../../preload/contract/papers.ts';
import { Button } from '../../parts/button.tsx';
import { counted } from '../../lib/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { knownPaper, usesOf } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './papers-screen.module.css';

/** What a row was made from, and what is to be known of that. */
export function TemplateCell({ paper: { templateId, template } }: { readonly paper: Paper }) {
  const known = useApp((state) => knownPaper(state, templateId));
  if (templateId === null) return null;
  const name = known?.name || templateId;
  const mark =
    template === 'not-confirmed'
      ? 'not confirmed'
      : known !== null && known.deletedAt !== null
        ? 'deleted'
        : null;
  if (mark === null)
    return (
      <span className="sensitive" title={name}>
        {name}
      </span>
    );
  return (
    <span className="row-tight" title={`${mark === 'deleted' ? 'Deleted' : 'Not confirmed'}: ${name}`}>
      {mark === 'not confirmed' && <TriangleAlert className="warning" size={13} />}
      <span className="ellipsis">
        <span className="sensitive">{name}</span>{' '}
        <span className={mark === 'deleted' ? 'muted' : 'warning'}>{mark}</span>
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

/** Which paper it was copied from, and the tree that it stands in. */
export function Lineage({ paper }: { readonly paper: Paper }) {
  const papers = useApp((state) => state.papers);
  const deletedPapers = useApp((state) => state.deletedPapers);
  const tree = useMemo(
    () => treeAround(paper, [...(papers ?? []), ...deletedPapers]),
    [paper, papers, deletedPapers],
  );
  const template = useApp((state) => knownPaper(state, paper.templateId));
  return (
    <span className="column-1">
      {paper.templateId === null ? (
        <span className="muted">{paper.origin === 'added' ? 'unknown' : 'none'}</span>
      ) : (
        <span>
          Copied from <span className="sensitive">{template?.name || paper.templateId}</span>
          {template !== null && template.deletedAt !== null && ', deleted since'}
        </span>
      )}
      {paper.template === 'not-confirmed' && (
        <span className="warning">Not confirmed: check the paper first.</span>
      )}
      {wasChanged(paper, template) && <span className="warning">{CHANGED}</span>}
      {tree !== null && (
        <ul aria-label="Lineage">
          <Node node={tree} current={paper.identifier} template={null} />
        </ul>
      )}
    </span>
  );
}

const CHANGED = 'Its template was opened for changes after this copy.';

/** A visit from here let input into the template after the copy was made: it may hold something else by now. */
export function wasChanged({ rememberedAt }: Paper, template: Paper | null): boolean {
  return template?.inputAt != null && template.inputAt > rememberedAt;
}

interface NodeProps {
  readonly node: LineageNode;
  /** Identifier of the paper whose tree it is. */
  readonly current: string;
  readonly template: Paper | null;
}

function Node({ node: { paper, copies, more }, current, template }: NodeProps): ReactNode {
  const selectPaper = useApp((state) => state.selectPaper);
  const { identifier, name, deletedAt } = paper;
  const isCurrent = identifier === current;
  const title = <RoomTitle name={name} id={identifier} />;
  return (
    <li aria-current={isCurrent || undefined}>
      <span className="row-tight">
        {isCurrent ? (
          <strong className="row-tight">{title}</strong>
        ) : (
          <Button variant="quiet" onClick={() => selectPaper(identifier)}>
            {title}
          </Button>
        )}
        {deletedAt !== null && <em className="muted fixed">deleted</em>}
        {wasChanged(paper, template) && (
          <span className="warning fixed" title={CHANGED}>
            <TriangleAlert size={13} aria-label={CHANGED} />
          </span>
        )}
      </span>
      {copies.length + more > 0 && (
        <ul className={styles.copies}>
          {copies.map((each) => (
            <Node key={each.paper.identifier} node={each} current={current} template={paper} />
          ))}
          {more > 0 && <li className="hint">and {more} more</li>}
        </ul>
      )}
    </li>
  );
}

/** A paper and those that were made from it; `more` are not named. */
export interface LineageNode {
  readonly paper: Paper;
  readonly copies: readonly LineageNode[];
  readonly more: number;
}

/** As many copies of one paper are named, and as many generations on either side of it. */
const MOST_COPIES = 12;
const MOST_GENERATIONS = 4;

/**
 * The tree from the oldest known template of a paper down to what came from it; of its templates only the way to it is
 * shown. Null where the paper stands alone.
 */
export function treeAround(paper: Paper, known: readonly Paper[]): LineageNode | null {
  const byId = new Map(known.map((each) => [each.identifier, each]));
  const copiesOf = Map.groupBy(known, ({ templateId }) => templateId);
  const seen = new Set([paper.identifier]);
  let tree = nodeOf(paper, MOST_GENERATIONS);
  for (let at = paper, step = 0; step < MOST_GENERATIONS; step += 1) {
    const template = byId.get(at.templateId ?? '');
    // A service could name a paper as its own template.
    if (template === undefined || seen.has(template.identifier)) break;
    seen.add(template.identifier);
    const siblings = (copiesOf.get(template.identifier) ?? []).length - 1;
    tree = { paper: template, copies: [tree], more: siblings };
    at = template;
  }
  return tree.copies.length === 0 ? null : tree;

  function nodeOf(of: Paper, generations: number): LineageNode {
    const copies = (copiesOf.get(of.identifier) ?? []).filter(({ identifier }) => !seen.has(identifier));
    if (generations === 0) return { paper: of, copies: [], more: copies.length };
    const named = copies.slice(0, MOST_COPIES);
    for (const { identifier } of named) seen.add(identifier);
    return {
      paper: of,
      copies: named.map((copy) => nodeOf(copy, generations - 1)),
      more: copies.length - named.length,
    };
  }
}
