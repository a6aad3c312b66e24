export { Fleet, type QueuedRun } from './fleet.ts';
export * from './queuedRun.ts';
export { work } from './worker.ts';
