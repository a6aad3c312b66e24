// The files of rows export rows and nothing else.
export * from './tweets.ts';
export * from './search.ts';
export * from './spaces.ts';
export * from './groups.ts';
export * from './trends.ts';
