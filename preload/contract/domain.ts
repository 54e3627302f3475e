/** The things Easel speaks of, as they cross the border: readonly JSON data, no secret among them. */
export * from './domain/connections.ts';
export * from './domain/keys.ts';
export * from './domain/boards.ts';
export * from './domain/papers.ts';
export * from './domain/service.ts';
export * from './domain/app.ts';
export * from './domain/jobs.ts';
export * from './domain/activity.ts';
