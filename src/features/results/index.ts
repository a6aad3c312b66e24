export type { SavedSearch } from './resultsContract.ts';
