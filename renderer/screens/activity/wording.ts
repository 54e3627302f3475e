import {
  Camera,
  CircleHelp,
  ClipboardCheck,
  Eye,
  EyeOff,
  FileInput,
  FileOutput,
  FilePlus2,
  KeyRound,
  LifeBuoy,
  Link,
  ListTodo,
  LockOpen,
  Plug,
  Settings2,
  ShieldOff,
  SquarePlus,
  Tag,
  Trash2,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ActivityAction, ActivityEntry, ActivityJob } from '../../../preload/contract/activity.ts';
import { absoluteTime, counted, formatNumber, formatWeekday } from '../../lib/format.ts';
import { itemWording } from '../jobs/wording.ts';

export const ACTIONS: Readonly<Record<ActivityAction, readonly [label: string, Icon: LucideIcon]>> = {
  'board-created': ['Board created', SquarePlus],
  'board-deleted': ['Board deleted', Trash2],
  'paper-created': ['Paper created', FilePlus2],
  'paper-deleted': ['Paper deleted', Trash2],
  'links-made': ['Join link created', Link],
  'visit-begun': ['Visit started', Eye],
  'visit-ended': ['Visit ended', Eye],
  'visit-failed': ['Visit failed', EyeOff],
  'shield-lifted': ['Room input allowed', ShieldOff],
  'link-copied': ['Browser link copied', Link],
  'room-captured': ['Room picture saved', Camera],
  'job-queued': ['Job queued', ListTodo],
  'job-started': ['Job started', ListTodo],
  'job-paused': ['Job paused', ListTodo],
  'job-ended': ['Job ended', ListTodo],
  'connection-added': ['Connection added', Plug],
  'connection-changed': ['Connection changed', Plug],
  'connection-removed': ['Connection removed', Plug],
  'changes-unlocked': ['Connection unlocked', LockOpen],
  'key-added': ['API key added', KeyRound],
  'key-switched': ['API key switched', KeyRound],
  'key-removed': ['API key removed', KeyRound],
  'paper-added': ['Paper added', FilePlus2],
  'paper-forgotten': ['Paper forgotten', Trash2],
  'unknown-settled': ['Unknown outcome resolved', CircleHelp],
  'notes-changed': ['Notes changed', Tag],
  'plan-changed': ['Team plan changed', ClipboardCheck],
  'settings-changed': ['Settings changed', Settings2],
  'connections-exported': ['Connections exported', FileOutput],
  'connections-imported': ['Connections imported', FileInput],
  'diagnostics-saved': ['Diagnostics saved', LifeBuoy],
  'log-restarted': ['New activity log started', Wrench],
};

export function outcomeSentence({ outcome, status }: Pick<ActivityEntry, 'outcome' | 'status'>): string {
  const label = outcome === 'cancelled' ? 'Cancelled' : itemWording('done', outcome);
  return status === null ? label : `${label} (${status})`;
}

/** Describes a job in the activity log: "217 boards deleted". Before the first result, describes the planned action. */
export function jobWords({ action, outcomes, only, first, last }: ActivityJob): string {
  if (action === null)
    return first.action === 'job-queued' && first.detail !== '' ? first.detail : ACTIONS[last.action][0];
  if (only !== null) return ACTIONS[action][0];
  // Puts the count before the title's noun. The last word of each title is its verb: "217 boards deleted".
  const parts = ACTIONS[action][0].toLowerCase().split(' ');
  return `${counted(outcomes.done ?? 0, parts.slice(0, -1).join(' '))} ${parts.at(-1)}`;
}

const NOT_DONE = ['failed', 'unknown', 'accepted', 'already-gone', 'skipped'] as const;

/** Returns a job's state or outcome: "Running", "Done (200)". `isBad`: items failed, or have an unknown outcome. */
export function jobOutcome(job: ActivityJob): { readonly text: string; readonly isBad: boolean } {
  const { state, last, only, outcomes } = job;
  if (state === 'job-queued') return { text: 'Waiting', isBad: false };
  if (state === 'job-started') return { text: 'Running', isBad: false };
  if (state === 'job-paused') return { text: 'Paused', isBad: false };
  if (only !== null) return { text: outcomeSentence(only), isBad: isError(only.outcome) };
  if (job.items === 0) return { text: outcomeSentence(last), isBad: false };
  const parts = NOT_DONE.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count === 0 ? [] : `${formatNumber(count)} ${outcome.replace('-', ' ')}`;
  });
  return { text: parts.join(', ') || 'Done', isBad: 'failed' in outcomes || 'unknown' in outcomes };
}

export function isError(outcome: ActivityEntry['outcome']): boolean {
  return outcome === 'failed' || outcome === 'unknown';
}

export function aboutJob(job: ActivityJob): string {
  const { only, last, items, outcomes } = job;
  if (only !== null) return detailText(only);
  const allDone = items > 0 && outcomes.done === items;
  const isNew = last.action === 'job-queued';
  return detailText(allDone || isNew ? { ...last, detail: '' } : last);
}

/** Formats the ISO 8601 times in the detail of a log entry for the user's time zone. */
export function readable(detail: string): string {
  return detail.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, (iso) => {
    const at = Date.parse(iso);
    return Number.isNaN(at) ? iso : absoluteTime(at);
  });
}

export function detailText({ detail, reason, name }: ActivityEntry): string {
  return [detail === name ? '' : readable(detail), reason === '' ? '' : `Reason: ${reason}`]
    .filter((text) => text !== '')
    .join(' · ');
}

const DAY = 24 * 60 * 60_000;
/** Number of a local day. Counts days in UTC, because some local days have 23 or 25 hours (daylight saving time). */
function dayNumber(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY;
}

/** Formats a day (epoch ms): "Today, Saturday 21 November", "Friday 20 November" or "Monday 3 March 2025". */
export function dayHeading(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const label = ['Today, ', 'Yesterday, '][dayNumber(now) - dayNumber(at)] ?? '';
  return `${label}${formatWeekday(at, !sameYear)}`;
}
