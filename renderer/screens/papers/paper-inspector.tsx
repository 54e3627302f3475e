import { Pencil, FilePlus2, History, Unlink } from 'lucide-react';
import type { Paper } from '../../../preload/contract/papers.ts';
import { showPaperActivity } from '../../commands/activity-commands.ts';
import {
  currentPaper,
  forgetPaper,
  newPaperFromTemplate,
  renamePaper,
} from '../../commands/papers-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Inspector } from '../../parts/inspector/inspector.tsx';
import { Instant } from '../../parts/inspector/moment.tsx';
import { IdProperty, Properties, Property, Quiet } from '../../parts/inspector/properties.tsx';
import { useApp } from '../../store/use-app.ts';
import { counted } from '../../parts/format.ts';
import { templateName } from './paper-columns.tsx';

const ORIGINS: Readonly<Record<Paper['origin'], string>> = {
  created: 'Created',
  added: 'Added',
  sample: 'Practice data',
};

/** What this computer remembers of the selected paper. */
export function PaperInspector() {
  const paper = useApp(currentPaper);
  if (paper === null) return <Quiet>Select a paper.</Quiet>;
  return (
    <Inspector
      label="Paper details"
      summary={<Summary paper={paper} />}
      fields={paper.raw === null ? null : paper.otherFields}
      raw={paper.raw}
      without="No service data: not created here."
    />
  );
}

function Summary({ paper }: { readonly paper: Paper }) {
  return (
    <>
      <Properties>
        <Property label="Name">
          {paper.name === '' ? (
            <span className="muted">unknown</span>
          ) : (
            <span className="sensitive">{paper.name}</span>
          )}
        </Property>
        <IdProperty label="Identifier" id={paper.identifier} what="the paper’s identifier" />
        <Property label="Source">{paper.source ?? <span className="muted">unknown</span>}</Property>
        <Property label="Template">
          <Lineage paper={paper} />
        </Property>
        <Property label="On this computer">
          {ORIGINS[paper.origin]}, <Instant at={paper.rememberedAt} />
        </Property>
      </Properties>
      <div className="wrap">
        <CommandButton command={newPaperFromTemplate} icon={<FilePlus2 size={14} />} />
        <CommandButton command={renamePaper} icon={<Pencil size={14} />} />
        <CommandButton command={forgetPaper} icon={<Unlink size={14} />} />
        <CommandButton command={showPaperActivity} icon={<History size={14} />} />
      </div>
    </>
  );
}

/** Which paper it was copied from, and the papers known to be copied from it. */
function Lineage({ paper }: { readonly paper: Paper }) {
  const papers = useApp((state) => state.papers);
  const copies = papers?.filter((each) => each.templateId === paper.identifier).length ?? 0;
  return (
    <span className="column-1">
      {paper.templateId === null ? (
        <span className="muted">{paper.origin === 'added' ? 'unknown' : 'none'}</span>
      ) : (
        <>
          <span>
            Copied from <span className="sensitive">{templateName(papers, paper.templateId)}</span>
          </span>
          <code className="sensitive">{paper.templateId}</code>
        </>
      )}
      {paper.template === 'not-confirmed' && (
        <span className="warning">Not confirmed: check the paper first.</span>
      )}
      {copies > 0 && <span className="muted">Template of {counted(copies, 'paper')} here</span>}
    </span>
  );
}
