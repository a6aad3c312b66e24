// These files must export only endpoints.
export * from './tweets.ts';
export * from './search.ts';
export * from './spaces.ts';
export * from './groups.ts';
export * from './trends.ts';
