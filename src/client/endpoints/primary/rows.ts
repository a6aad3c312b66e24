// The files of rows export rows and nothing else.
export * from './users.ts';
export * from './userTimelines.ts';
export * from './tweets.ts';
export * from './search.ts';
export * from './lists.ts';
export * from './communities.ts';
export * from './jobs.ts';
export * from './trends.ts';
