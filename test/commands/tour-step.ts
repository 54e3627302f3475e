import type { LaunchedApp } from '../support/driver.ts';

/** One step of the tour: does it, says it, takes its picture. */
export type Step = (app: LaunchedApp, said: string, name: string, act: () => Promise<void>) => Promise<void>;
