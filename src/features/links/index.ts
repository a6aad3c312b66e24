export type { TextReference } from './findReferences.ts';
