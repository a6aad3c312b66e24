// These files must export only endpoints.
export * from './users.ts';
export * from './tweets.ts';
export * from './search.ts';
export * from './groups.ts';
export * from './jobs.ts';
export * from './trends.ts';
