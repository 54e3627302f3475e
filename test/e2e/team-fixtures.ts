/** Fixtures for team specs: a real PostgreSQL database, and a TCP proxy that can cut the connection to it. */
import type { Locator, Page } from 'playwright';
import { connect, enterRegister, entriesFor, teamSettings } from '../support/easel.ts';
import { createDatabase, whyNoPostgres, type TestDatabase } from '../support/postgres.ts';
import { openGate, type Gate } from '../support/gate.ts';
import type { LaunchedApp, LaunchOptions } from '../support/driver.ts';
import { test as base } from './fixtures.ts';

interface TeamFixtures {
  readonly kind: 'set-up' | 'empty';
  readonly database: TestDatabase;
  readonly relay: Gate;
  readonly startMembers: (options?: LaunchOptions) => Promise<readonly [ann: LaunchedApp, ben: LaunchedApp]>;
}

export const test = base.extend<TeamFixtures>({
  kind: ['set-up', { option: true }],
  database: async ({ kind }, use) => {
    const why = whyNoPostgres();
    if (why !== null) return base.skip(true, why);
    const database = await createDatabase(kind);
    await use(database);
    await database.drop();
  },
  relay: async ({ database }, use) => {
    const relay = await openGate(database.port);
    await use(relay);
    await relay.shut();
  },
  startMembers: async ({ startEasel, practice, database, relay }, use) =>
    use(async (options = {}) => {
      const [ann, ben] = await Promise.all([startEasel(options), startEasel(options)]);
      for (const [{ window }, login] of [
        [ann, 'ann'],
        [ben, 'ben'],
      ] as const) {
        await connect(window, entriesFor(practice));
        await enterRegister(window, login, { ...database, port: relay.port });
        await joinAcme(window, login === 'ann');
      }
      return [ann, ben];
    }),
});

export const joining = async (window: Page): Promise<Locator> => {
  await teamSettings(window).getByRole('button', { name: 'Join account…' }).click();
  return window.getByRole('dialog', { name: 'Join a team account' });
};

export async function joinAcme(window: Page, isFirst: boolean): Promise<void> {
  const dialog = await joining(window);
  if (isFirst) {
    await dialog.getByLabel('Name of the new team account').fill('Acme');
    await dialog.getByRole('button', { name: 'Create account' }).click();
  }
  await dialog.getByRole('button', { name: 'Join account' }).click();
  await dialog.waitFor({ state: 'detached' });
}
