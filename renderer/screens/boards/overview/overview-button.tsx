import { ChartColumn } from 'lucide-react';
import { toggleOverview } from '../../../commands/board-list-commands.ts';
import { keyLabel } from '../../../commands/key-strokes.ts';
import { runCommand } from '../../../commands/run.ts';
import { Button } from '../../../parts/button.tsx';
import { useApp, useAppStore } from '../../../store/use-app.ts';

/** Opens the overview, and puts it away. */
export function OverviewButton() {
  const store = useAppStore();
  const open = useApp((state) => state.boardOverviewOpen);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  return (
    <Button
      variant="quiet"
      icon={<ChartColumn size={14} />}
      aria-expanded={open}
      title={`${toggleOverview.label} (${keyLabel(toggleOverview.keys[0] ?? '', platform)})`}
      onClick={() => void runCommand(toggleOverview, store)}
    >
      Overview
    </Button>
  );
}
