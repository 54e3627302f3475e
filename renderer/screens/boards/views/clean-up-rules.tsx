/** Clean-up rules: the dialog that makes and edits one, and the section of Home that reports them. */
import type { SavedView } from '../../../../preload/contract/boards.ts';
import { both, toChangeBoards, toDelete } from '../../../commands/reasons.ts';
import { counted, formatNumber, visible } from '../../../lib/format.ts';
import { Button } from '../../../parts/button.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Line, Section } from '../../../parts/sections.tsx';
import { isRuled, ruleName, type RuledView } from '../../../store/rules-slice.ts';
import { useAnswer } from '../../../store/use-answer.ts';
import { useActions, useApp, useList } from '../../../store/use-app.ts';
import { useFields } from '../../../store/use-dialog.ts';

/** Limits of the contract. */
const MOST = { days: 36_500, boards: 10_000 };

function wrongNumber(text: string, most: number): string | null {
  const isRight = /^\d{1,6}$/u.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
  return isRight ? null : `Enter 1 to ${formatNumber(most)}.`;
}

/** Without a view of the user, the current search and filters are saved as one. */
export function CleanUpRuleDialog({ viewId }: { readonly viewId?: string }) {
  const { query, views, actions } = useList('board');
  const { announce } = useActions();
  const view: SavedView | undefined = views.find(({ id }) => id === viewId);
  const ofFilter = query.filters.find((filter) => filter.kind === 'older-than');
  const { typed, field, ...form } = useFields({
    name: view?.name ?? '',
    days: String(view?.rule?.days ?? ofFilter?.days ?? 90),
    most: String(view?.rule?.most ?? 200),
  });

  async function save(): Promise<void> {
    const name = typed.name.trim();
    const invalid = {
      name: name === '' ? 'Enter a name.' : null,
      days: wrongNumber(typed.days, MOST.days),
      most: wrongNumber(typed.most, MOST.boards),
    };
    const rule = { days: Number(typed.days), most: Number(typed.most) };
    const ruled = { id: view?.id ?? null, query: view?.query ?? query, rule };
    if (await form.submit(() => actions.saveView(name, ruled), invalid))
      announce(`Saved the clean-up rule ${name}.`);
  }

  const title = view?.rule === undefined ? 'Make clean-up rule' : 'Edit clean-up rule';
  return (
    <FormDialog title={title} action="Save rule" form={form} onSubmit={() => void save()}>
      <p>
        Home counts the boards of the view that are this old, without protected ones. The rule deletes
        nothing.
      </p>
      <TextField label="Name of the view" data-autofocus impersonal maxLength={80} {...field('name')} />
      <TextField label="Older than (days)" inputMode="numeric" impersonal {...field('days')} />
      <TextField label="At most (boards per review)" inputMode="numeric" impersonal {...field('most')} />
    </FormDialog>
  );
}

/** Section of Home. Absent without rules. */
export function CleanUpRules() {
  const ruled = useList('board').views.filter(isRuled);
  if (ruled.length === 0) return null;
  return (
    <Section title="Clean-up rules">
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
          Review…
        </Button>
      )}
    </div>
  );
}
