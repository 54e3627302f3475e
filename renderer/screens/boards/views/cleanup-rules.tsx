import type { RowFilter, RowQuery, SavedView } from '../../../../preload/contract/boards.ts';
import { both, toChangeBoards, toDelete } from '../../../commands/reasons.ts';
import { counted, formatNumber, visible } from '../../../lib/format.ts';
import { Button } from '../../../parts/button.tsx';
import { Line, Section } from '../../../parts/sections.tsx';
import { useAnswer } from '../../../store/use-answer.ts';
import { useActions, useApp, useList } from '../../../store/use-app.ts';

export function CleanupRules() {
  const ruled = useList('board').views.flatMap(({ rule, ...view }) => (rule ? [{ ...view, rule }] : []));
  if (ruled.length === 0) return null;
  return (
    <Section title="Cleanup rules">
      {ruled.map((view) => (
        <Rule key={view.id} {...view} />
      ))}
    </Section>
  );
}

/** Shows how many boards of a saved view its cleanup rule covers, and opens the review for deleting the oldest. */
function Rule({
  name,
  query: { find, filters: saved },
  rule,
}: SavedView & Required<Pick<SavedView, 'rule'>>) {
  const { countRows, openDialog, showMatching } = useActions();
  const filters: readonly RowFilter[] = [
    ...saved,
    { kind: 'older-than', days: rule.days },
    { kind: 'mark', mark: 'protected', is: false },
  ];
  const query: RowQuery = { find, filters, order: { by: 'created', descending: false } };
  const state = useApp(({ boards, currentId }) => `${currentId} ${boards?.revision}`);
  const [found] = useAnswer(`${state} ${JSON.stringify(query)}`, () => countRows(query));
  const reason = useApp((now) => both(toDelete(now), toChangeBoards(now)));
  const { matching = null, revision = 0 } = found?.ok === true ? found.value : {};
  const most = Math.min(matching ?? 0, rule.most);
  const count =
    matching === null ? 'Counting boards that' : matching === 0 ? 'No boards' : counted(matching, 'board');

  function review(): void {
    const selection = { kind: 'ranges', query, revision, ranges: [[0, most - 1]] } as const;
    openDialog({ kind: 'review-delete', of: 'board', selection });
  }

  return (
    <div className="row">
      <Line onClick={() => void showMatching('board', filters, find)}>
        <span className="grow">
          {count} {matching === 1 ? 'matches' : 'match'} <span className="sensitive">{visible(name)}</span>,
          older than {counted(rule.days, 'day')}
        </span>
      </Line>
      {most > 0 && (
        <Button disabledReason={reason === true ? null : reason} onClick={review}>
          Review {formatNumber(most)}…
        </Button>
      )}
    </div>
  );
}
