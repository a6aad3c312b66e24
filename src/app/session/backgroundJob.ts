import type { Endpoint } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { PriceLookup, RaisedPrice } from './agreedPrices.ts';

export interface JobProgress {
  readonly done: number;
  readonly atMost: number;
}

/** Work of several calls that a person agreed to. */
export interface BackgroundJob {
  /** "Fetching the thread of @ada": what it is called in messages. */
  readonly title: string;
  /** What its calls ask: each costs what one of them costs, unless `rest` says otherwise. */
  readonly endpoint: Endpoint;
  /** What the calls still to come ask, at most, where they ask several endpoints of one service. */
  readonly rest?: () => readonly Endpoint[];
  /** What one call costs that the person agreed to; left out: what it cost when the job began. Where no price was known, none binds. */
  readonly agreedPrice?: PriceLookup;
  /** Set where it offers the rest itself when the next call costs more. */
  readonly offersRest?: true;
  /** The most calls that the person agreed to. */
  readonly atMost: number;
  /** Whether a view that says where it waits is in sight, so that no message has to. Left out: none says it. */
  readonly isInSight?: (() => boolean) | undefined;
  /** Aborted when what the job is for is gone or shows something else: it ends, or is forgotten where it waits. */
  readonly closeSignal: AbortSignal;
  /**
   * Makes the next call, whichever that is by now: what came before is never asked for again.
   * @param signal aborted when the person stops the job or it is gone
   * @throws SocialDataError which ends the job, or parks it
   */
  readonly step: (progress: JobProgress, signal: AbortSignal) => Promise<'more' | 'last'>;
  /** The job begins, or goes on after it was parked. */
  readonly onRun: (run: JobRunHandle) => void;
  readonly onEnd: (end: JobEnd) => void;
  /** It waited, and was dropped: by the person, or because the connection that it waited for is not the current one any more. */
  readonly onDropped: () => void;
}

export interface JobRunHandle {
  /** Settles when it has come to rest; never rejects. */
  readonly ended: Promise<void>;
  /** No further call is begun; what came stays. */
  readonly stop: () => void;
}

export type JobEnd =
  | { readonly kind: 'done' }
  /** By the person, or because what it was for went away; `error` is that of a call that was cancelled on its way. */
  | { readonly kind: 'stopped'; readonly error?: SocialDataError }
  /** The next call costs more than the person agreed to: it was not sent. */
  | { readonly kind: 'dearer'; readonly dearer: PriceRaisedJob }
  | { readonly kind: 'failed'; readonly error: SocialDataError }
  /** At the budget: it waits for the person to resume it. */
  | { readonly kind: 'parked'; readonly error: SocialDataError; readonly parked: ParkedJob };

export interface RemainingWork extends Pick<BackgroundJob, 'endpoint' | 'title'> {
  readonly callsLeft: number;
  /** What those calls ask, where it is not one endpoint. */
  readonly endpointsLeft?: readonly Endpoint[];
}

/** A job that stopped before a call that costs more than the person agreed to. */
export interface PriceRaisedJob extends RemainingWork, RaisedPrice {
  /** Goes on. @param agreedPrice what the person read that the rest costs; the prices of now when left out */
  readonly goOn: (agreedPrice?: PriceLookup) => Promise<void>;
}

/** A job that waits at the budget. It is kept as long as the window. */
export interface ParkedJob extends RemainingWork {
  /** Why it waits: an error of kind `budget`; the call that it refused was not sent. */
  readonly error: SocialDataError;
  /** Goes on where it stopped; does nothing when it does not wait any more. @param agreedPrice as in PriceRaisedJob */
  readonly resume: (agreedPrice?: PriceLookup) => Promise<void>;
  readonly stop: () => void;
}

export interface BackgroundJobControl {
  /** Runs work that a person agreed to, until it comes to rest. */
  readonly run: (job: BackgroundJob) => Promise<JobEnd>;
  /** Goes on with every job that waits at the budget: a person wants it. */
  readonly resume: () => Promise<void>;
}
