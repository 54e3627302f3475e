import { TriangleAlert } from 'lucide-react';
import type { Paper } from '../../../preload/contract/papers.ts';
import type { GridColumn } from '../../parts/data-grid/grid-column.ts';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import styles from './papers-screen.module.css';

/** The columns of the papers grid; `papers` is the register, for the names of templates. */
export function paperColumns(papers: readonly Paper[] | null): readonly GridColumn<Paper>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(130px, 1.6fr)',
      sortable: true,
      cell: (paper) =>
        paper.name === '' ? (
          <span className="muted">name unknown</span>
        ) : (
          <span className="sensitive">{paper.name}</span>
        ),
    },
    {
      id: 'identifier',
      title: 'Identifier',
      width: 'minmax(60px, 280px)',
      sortable: true,
      cell: (paper) => (
        <>
          <QueuedMark id={paper.identifier} />
          <code className="sensitive">{paper.identifier}</code>
        </>
      ),
    },
    {
      id: 'source',
      title: 'Source',
      width: '46px',
      sortable: true,
      cell: (paper) => paper.source ?? <Unknown />,
    },
    {
      id: 'template',
      title: 'Template',
      width: 'minmax(72px, 1fr)',
      cell: (paper) => <TemplateCell paper={paper} papers={papers} />,
    },
    {
      id: 'remembered',
      title: 'Added',
      width: 'minmax(100px, 0.5fr)',
      sortable: true,
      cell: (paper) => <RelativeTime at={paper.rememberedAt} />,
    },
  ];
}

function Unknown() {
  return (
    <span className="muted" title="Unknown">
      –<span className="visually-hidden">unknown</span>
    </span>
  );
}

interface TemplateCellProps {
  readonly paper: Paper;
  readonly papers: readonly Paper[] | null;
}

function TemplateCell({ paper, papers }: TemplateCellProps) {
  if (paper.templateId === null) return null;
  const name = templateName(papers, paper.templateId);
  if (paper.template !== 'not-confirmed')
    return (
      <span className="sensitive" title={name}>
        {name}
      </span>
    );
  return (
    <span className={styles.unconfirmed} title={`Not confirmed: ${name}`}>
      <TriangleAlert className="warning" size={13} />
      <span className="ellipsis">
        <span className="sensitive">{name}</span> <span className="warning">not confirmed</span>
      </span>
    </span>
  );
}

/** How the template of a paper is called: by its name where the register knows it, else by its identifier. */
export function templateName(papers: readonly Paper[] | null, templateId: string): string {
  const template = papers?.find((paper) => paper.identifier === templateId);
  return template === undefined || template.name === '' ? templateId : template.name;
}
