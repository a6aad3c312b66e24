// The files of rows export rows and nothing else.
export * from './users.ts';
export * from './tweets.ts';
export * from './search.ts';
export * from './groups.ts';
export * from './jobs.ts';
export * from './trends.ts';
