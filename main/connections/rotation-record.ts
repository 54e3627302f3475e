/** The record of a key rotation, for auditors. It comes from the activity log, so it survives a restart. */
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { KeyInfo, Rehearsal, RehearsalCell } from '../../preload/contract/keys.ts';
import type { Activity } from '../activity/activity.ts';
import { unlogged } from '../activity/entries.ts';
import { savedAs, type Files, type PrintedPage, type SavePdf } from '../lib/files/files.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { dayOf, escaped, isoOf } from '../lib/wording/format.ts';

export interface RotationFacts {
  readonly before: Pick<KeyInfo, 'fingerprint'> | null;
  readonly after: Pick<KeyInfo, 'fingerprint'> | null;
  /** Check of the new key; null without one. */
  readonly checked: Pick<Rehearsal, 'at' | 'cells'> | null;
  readonly by: 'hand' | 'checks' | 'going back';
}

/** Same words as in renderer/screens/keys/key-facts.ts, because the page can only import limits and types. */
const RESULTS: Readonly<Record<RehearsalCell['state'], string>> = {
  good: 'passed',
  refused: 'refused',
  failed: 'failed',
  offline: 'not checked (offline)',
  'not-checkable': 'not checked',
  'no-key': 'not checked',
};

const API_NAMES = { 'board-api': 'board API', 'paper-api': 'paper API' } as const;

const HOW: Readonly<Record<RotationFacts['by'], string>> = {
  hand: 'by hand',
  checks: 'automatically, because all checks passed',
  'going back': 'back to the previous key',
};

/** Returns the detail of a rotation's log entry. Each sentence becomes a line of the record. */
export function rotationDetail({ before, after, checked, by }: RotationFacts): string {
  const results = (checked?.cells ?? []).map(({ api, state }) => `${API_NAMES[api]} ${RESULTS[state]}`);
  const check =
    results.length === 0 ? 'not checked' : `${results.join(', ')} at ${isoOf(checked?.at ?? null)}`;
  const [old, next] = [before?.fingerprint ?? 'none', after?.fingerprint ?? 'none'];
  return `Old key: ${old}. New key: ${next}. Check of the new key: ${check}. Switched: ${HOW[by]}.`;
}

function recordText({ number, at, user, connectionName, target, detail }: ActivityEntry): string {
  return [
    'Record of a key rotation with Easel',
    `Connection: ${connectionName}`,
    `Key: ${target === 'board' ? 'Board API key' : 'API key'}`,
    `Changed by: ${user}`,
    `Changed at: ${isoOf(at)}`,
    ...detail.replace(/\.$/u, '').split('. '),
    `Activity log on this computer: entry ${number}`,
    'Keys are named by fingerprints, which only this computer can compare.',
  ].join('\n');
}

function recordPage(text: string): PrintedPage {
  const [title = '', ...lines] = text.split('\n').map(escaped);
  const body = `<h1>${title}</h1>${lines.map((line) => `<p dir="auto">${line}</p>`).join('')}`;
  return { style: STYLE, body, size: 'A4' };
}

const STYLE = `
@page { margin: 0 }
body { margin: 20mm; font: 11pt/1.5 system-ui, sans-serif; color: #000; background: #fff }
h1 { margin: 0 0 6mm; font-size: 16pt }
p { margin: 0 0 2mm; overflow-wrap: anywhere }
`;

export interface RotationOptions {
  readonly activity: Pick<Activity, 'page'>;
  readonly files: Pick<Files, 'save'>;
  readonly savePdf: SavePdf;
}

/** More rotations than a slot ever has. */
const MOST_READ = 1000;

export function rotationCalls(options: RotationOptions): Pick<CallsOf<'keys'>, 'rotation' | 'saveRotation'> {
  async function find({
    connectionId,
    slot,
    entry,
  }: ArgsOf<'keys.rotation'>): Promise<Result<ActivityEntry | null>> {
    const every = { user: null, since: null, until: null, find: '', open: [], from: 0, count: MOST_READ };
    const page = await options.activity.page({ ...every, connectionId, action: 'key-switched' });
    if (!page.ok) return page;
    const entries = page.value.rows.flatMap((row) => (row.kind === 'entry' ? row.entry : []));
    const found = entries.find(
      ({ target, number }) => target === slot && (entry === null || number === entry),
    );
    return ok(found ?? null);
  }

  return {
    rotation: {
      run: async (args) => {
        const found = await find(args);
        if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
        return ok({ entry: found.value.number, text: recordText(found.value) });
      },
    },
    saveRotation: {
      run: async ({ format, ...args }) => {
        const found = await find(args);
        if (!found.ok) return found;
        if (found.value === null) return fail(failure('not-found'));
        const text = recordText(found.value);
        const name = `easel-key-rotation-${dayOf(found.value.at)}.${format}`;
        const saved = await (format === 'pdf'
          ? options.savePdf(name, recordPage(text))
          : options.files.save('rotation', name, `${text}\n`));
        return savedAs(saved, {});
      },
      log: unlogged,
    },
  };
}
