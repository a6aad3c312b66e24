export type { TextReference } from './findLinks.ts';
