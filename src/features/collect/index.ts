export * from './collectPlan.ts';
export * from './collectRun.ts';
export * from './describeRun.ts';
export * from './entryList.ts';
export * from './runFolder.ts';
