import type { TeamPlan, TeamState } from '../../../preload/contract/team.ts';
import { NOW } from './job-of.ts';

export const REGISTER = {
  host: 'db',
  port: 5432,
  database: 'easel',
  user: 'ann',
  hasPassword: true,
  certificate: '',
};

export function teamOf(change: Partial<TeamState> = {}, leftAt: number | null = null): TeamState {
  return {
    register: null,
    phase: 'ready',
    since: null,
    failure: null,
    warnings: [],
    isOwner: false,
    isFixed: false,
    isRequired: false,
    requiresPresence: false,
    waiting: 0,
    accounts: [
      {
        connectionId: 'a',
        accountId: 'b',
        accountName: 'Acme',
        readAt: null,
        leftAt,
        skipped: 0,
        failure: null,
      },
    ],
    ...change,
  };
}

export function teamPlanOf(change: Partial<TeamPlan> = {}): TeamPlan {
  return {
    id: 'p',
    connectionId: 'a',
    state: 'waiting',
    boards: 40,
    done: 0,
    note: '',
    code: '1a2b 3c4d',
    draftedBy: 'ann',
    draftedAt: NOW,
    expiresAt: NOW + 6.5 * 24 * 3_600_000,
    approvedBy: '',
    closedBy: '',
    closeReason: '',
    isOwn: false,
    run: null,
    ...change,
  };
}
