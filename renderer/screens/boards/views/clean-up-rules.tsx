import { both, toChangeBoards, toDelete } from '../../../commands/reasons.ts';
import { counted, formatNumber, visible } from '../../../lib/format.ts';
import { Button } from '../../../parts/button.tsx';
import { Line, Section } from '../../../parts/sections.tsx';
import { isRuled, ruleName, type RuledView } from '../../../store/rules-slice.ts';
import { useAnswer } from '../../../store/use-answer.ts';
import { useActions, useApp, useList } from '../../../store/use-app.ts';

/** Section of Home that reports the boards of cleanup rules. Absent without rules. */
export function CleanUpRules() {
  const ruled = useList('board').views.filter(isRuled);
  if (ruled.length === 0) return null;
  return (
    <Section title="Cleanup rules">
      {ruled.map((view) => (
        <Rule key={view.id} view={view} />
      ))}
    </Section>
  );
}

function Rule({ view }: { readonly view: RuledView }) {
  const { findRuled, reviewRule, showRuled } = useActions();
  const state = useApp(({ boards, currentId }) => `${currentId} ${boards?.revision}`);
  const [found] = useAnswer(`${state} ${JSON.stringify(view)}`, () => findRuled(view));
  const reason = useApp((now) => both(toDelete(now), toChangeBoards(now)));
  const matching = found?.ok === true ? found.value.matching : null;
  const count =
    matching === null ? 'Counting boards that' : matching === 0 ? 'No boards' : counted(matching, 'board');
  return (
    <div className="row">
      <Line onClick={() => void showRuled(view)}>
        <span className="grow">
          {count} {matching === 1 ? 'matches' : 'match'}{' '}
          <span className="sensitive">{visible(ruleName(view))}</span>
        </span>
      </Line>
      {matching !== null && matching > 0 && (
        <Button disabledReason={reason === true ? null : reason} onClick={() => void reviewRule(view)}>
          Review {formatNumber(Math.min(matching, view.rule.most))}…
        </Button>
      )}
    </div>
  );
}
