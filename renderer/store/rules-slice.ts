import type { RowFilter, RowQuery, SavedView } from '../../preload/contract/boards.ts';
import { counted } from '../lib/format.ts';
import { required } from './calls.ts';
import type { SliceContext } from './store.ts';

/** A saved view of boards with a cleanup rule. */
export type RuledView = SavedView & Required<Pick<SavedView, 'rule'>>;

export function isRuled(view: SavedView): view is RuledView {
  return view.rule !== undefined;
}

/** Returns "Trial, older than 90 days". */
export function ruleName({ name, rule }: RuledView): string {
  return `${name}, older than ${counted(rule.days, 'day')}`;
}

/** The boards of the view that are old enough and not protected, oldest first. */
function queryOf({ query, rule }: RuledView): RowQuery {
  const filters: readonly RowFilter[] = [
    ...query.filters,
    { kind: 'older-than', days: rule.days },
    { kind: 'mark', mark: 'protected', is: false },
  ];
  return { find: query.find, filters, order: { by: 'created', descending: false } };
}

export function createRulesSlice({ bridge, get }: SliceContext) {
  const find = (view: RuledView) =>
    bridge.boards.window({
      connectionId: required(get().currentId),
      from: 0,
      count: 1,
      query: queryOf(view),
      fields: [],
    });

  return {
    findRuled: find,

    showRuled: async (view: RuledView) => {
      await get().showMatching('board', []);
      if (get().screen === 'boards') get().boardList.setQuery(queryOf(view));
    },

    /** Opens the delete review of the rule's oldest boards. Deletes and queues nothing. */
    reviewRule: async (view: RuledView) => {
      const found = await find(view);
      if (!found.ok) return get().raise(found.error);
      const { matching, revision } = found.value;
      if (matching === 0) return get().announce('No boards match this rule now.', 'note');
      const last = Math.min(matching, view.rule.most) - 1;
      get().openDialog({
        kind: 'review-delete',
        of: 'board',
        selection: { kind: 'ranges', query: queryOf(view), revision, ranges: [[0, last]] },
      });
    },
  };
}
