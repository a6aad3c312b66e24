import type { ResultsStatus } from '../../protocol/resultsContract.ts';

/** What a session tells its page. */
export interface SessionEvents {
  /** There are records from this place on; from 0 on, other ones than before. */
  readonly onRows: (start: number) => void;
  readonly onStatus: (status: ResultsStatus) => void;
}
