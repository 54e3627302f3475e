/** Which columns the boards are shown with: a menu that stays open while one after the other is ticked. */
import { Columns3 } from 'lucide-react';
import { MenuButton } from '../../parts/menu.tsx';
import { useApp } from '../../store/use-app.ts';
import { columnChoices, shownColumns, withChosen } from './board-columns.tsx';

/** The button with its menu. */
export function ColumnsMenu(): React.JSX.Element {
  const shown = useApp((state) => shownColumns(state.boardColumns));
  const fields = useApp((state) => state.boardFields);
  const setColumns = useApp((state) => state.setBoardColumns);
  const entries = columnChoices(fields).map(({ id, title }) => {
    const checked = shown.some((column) => column.id === id);
    return {
      id,
      label: title,
      checked,
      ticks: true,
      disabledReason: checked && shown.length === 1 ? 'Keep at least one column' : null,
      onChoose: () => void setColumns(withChosen(shown, id)),
    };
  });
  return (
    <MenuButton
      variant="quiet"
      label="Columns"
      title="Columns"
      icon={<Columns3 size={15} />}
      groups={[{ title: null, entries }]}
    />
  );
}
