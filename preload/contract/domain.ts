export * from './connections.ts';
export * from './keys.ts';
export * from './boards.ts';
export * from './papers.ts';
export * from './service.ts';
export * from './app.ts';
export * from './jobs.ts';
export * from './activity.ts';
export type { FileWritten, RoomTarget } from './call.ts';
