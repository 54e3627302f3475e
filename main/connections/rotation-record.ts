/** Builds the record of a key rotation for auditors from the activity log. */
import type { ActivityEntry } from '../../preload/contract/activity.ts';
import { fail } from '../../preload/contract/failure.ts';
import { API_NAMES } from '../../preload/contract/facts.ts';
import { KEY_RESULTS } from '../../preload/contract/later-facts.ts';
import type { KeyInfo, Rehearsal } from '../../preload/contract/keys.ts';
import type { Activity } from '../activity/activity.ts';
import { unlogged } from '../activity/entries.ts';
import { savedAs, type Files, type SavePdf } from '../lib/files/files.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { failure } from '../lib/wording/failure.ts';
import { dayOf, escaped, isoOf } from '../lib/wording/format.ts';

export interface RotationFacts {
  readonly before: Pick<KeyInfo, 'fingerprint'> | null;
  readonly after: Pick<KeyInfo, 'fingerprint'> | null;
  readonly checked: Pick<Rehearsal, 'at' | 'cells'> | null;
  readonly by: 'hand' | 'checks' | 'going back';
}

const HOW: Readonly<Record<RotationFacts['by'], string>> = {
  hand: 'manually',
  checks: 'automatically, because all checks passed',
  'going back': 'back to the previous key',
};

/** Returns a key rotation's detail text for the activity log. The auditors' record prints each sentence as a line. */
export function rotationDetail({ before, after, checked, by }: RotationFacts): string {
  const results = (checked?.cells ?? []).map(({ api, state }) => `${API_NAMES[api]} ${KEY_RESULTS[state]}`);
  const check =
    results.length === 0 ? 'not checked' : `${results.join(', ')} at ${isoOf(checked?.at ?? null)}`;
  const [old, next] = [before?.fingerprint ?? 'none', after?.fingerprint ?? 'none'];
  return `Old key: ${old}. New key: ${next}. Check of the new key: ${check}. Switched: ${HOW[by]}.`;
}

const TITLE = 'Record of a key rotation with Easel';

function recordLines({ number, at, user, connectionName, target, detail }: ActivityEntry): readonly string[] {
  return [
    `Connection: ${connectionName}`,
    `Key: ${target === 'board' ? 'Board API key' : 'API key'}`,
    `Changed by: ${user}`,
    `Changed at: ${isoOf(at)}`,
    ...detail.replace(/\.$/u, '').split('. '),
    `Activity log on this computer: entry ${number}`,
    'Keys are identified by fingerprints, which can only be compared on this computer.',
  ];
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

/** Maximum number of key rotations that are read from the log; far more than any connection has. */
const MOST_READ = 1000;

export function rotationCalls({
  activity,
  files,
  savePdf,
}: RotationOptions): Pick<CallsOf<'keys'>, 'saveRotation'> {
  return {
    saveRotation: {
      run: async ({ connectionId, slot, entry: number, format }) => {
        const every = { user: null, since: null, until: null, find: '', open: [], from: 0, count: MOST_READ };
        const page = await activity.page({ ...every, connectionId, action: 'key-switched' });
        if (!page.ok) return page;
        const entry = page.value.rows
          .flatMap((row) => (row.kind === 'entry' ? row.entry : []))
          .find((each) => each.target === slot && (number === null || each.number === number));
        if (entry === undefined) return fail(failure('not-found', { message: NEVER_ROTATED }));
        const lines = recordLines(entry);
        const name = `easel-key-rotation-${dayOf(entry.at)}.${format}`;
        const body = [`<h1>${TITLE}</h1>`, ...lines.map((line) => `<p dir="auto">${escaped(line)}</p>`)];
        const saved = await (format === 'pdf'
          ? savePdf(name, { style: STYLE, body: body.join(''), size: 'A4' })
          : files.save('rotation', name, `${[TITLE, ...lines].join('\n')}\n`));
        return savedAs(saved, {});
      },
      log: unlogged,
    },
  };
}

const NEVER_ROTATED = 'This key hasn’t been rotated yet.';
