// The files of rows export rows and nothing else.
export * from './primary/users.ts';
export * from './primary/userTimelines.ts';
export * from './primary/tweets.ts';
export * from './primary/search.ts';
export * from './primary/lists.ts';
export * from './primary/communities.ts';
export * from './primary/jobs.ts';
export * from './primary/trends.ts';
export * from './gateway/tweets.ts';
export * from './gateway/search.ts';
export * from './gateway/spaces.ts';
export * from './gateway/lists.ts';
export * from './gateway/communities.ts';
export * from './gateway/trends.ts';
