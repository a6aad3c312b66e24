import type { Endpoint, Service } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';

/** How far a job has come, in calls. */
export interface JobProgress {
  readonly done: number;
  readonly atMost: number;
}

/** Work of several calls that a person agreed to. */
export interface BackgroundJob {
  /** "Fetching the thread of @ada": what it is called in messages. */
  readonly title: string;
  /** What its calls ask: each costs what one of them costs. */
  readonly endpoint: Endpoint;
  /** The most calls that the person agreed to. */
  readonly atMost: number;
  /** Aborted when what the job is for is gone or shows something else: it ends, or is forgotten where it waits. */
  readonly gone: AbortSignal;
  /**
   * Makes the next call, whichever that is by now: what came before is never asked for again.
   * @param signal aborted when the person stops the job or it is gone
   * @throws SocialDataError which ends the job, or parks it
   */
  readonly step: (progress: JobProgress, signal: AbortSignal) => Promise<'more' | 'last'>;
  /** The job begins, or goes on after it was parked. */
  readonly onRun: (run: JobRun) => void;
  /** It came to rest. */
  readonly onEnd: (end: JobEnd) => Promise<void>;
  /** It waited, and was let go: by the person, or because the connection that it waited for is not the current one any more. */
  readonly onLetGo: () => void;
}

/** A job that runs. */
export interface JobRun {
  /** Settles when it has come to rest; never rejects. */
  readonly ended: Promise<void>;
  /** No further call is begun; what came stays. */
  readonly stop: () => void;
}

/** How a job came to rest. */
export type JobEnd =
  | { readonly kind: 'done' }
  /** By the person, or because what it was for went away; `error` is that of a call that was cancelled on its way. */
  | { readonly kind: 'stopped'; readonly error?: SocialDataError }
  | { readonly kind: 'failed'; readonly error: SocialDataError }
  /** At the budget: it waits for the person to resume it. */
  | { readonly kind: 'parked'; readonly error: SocialDataError; readonly parked: ParkedJob };

/** A job that waits at the budget. It is kept as long as the window. */
export interface ParkedJob {
  readonly title: string;
  readonly endpoint: Endpoint;
  /** The calls that it still takes, at most. */
  readonly callsLeft: number;
  /** Why it waits: an error of kind `budget`; the call that it refused was not sent. */
  readonly error: SocialDataError;
  /** Goes on where it stopped. A person wants it; does nothing when the job does not wait any more. */
  readonly resume: () => Promise<void>;
  /** Lets it go. */
  readonly stop: () => void;
}

/** The jobs of this window. */
export interface Jobs {
  /** Runs work that a person agreed to, until it comes to rest. */
  readonly run: (job: BackgroundJob) => Promise<JobEnd>;
  /** Goes on with every job that waits at the budget: a person wants it. */
  readonly resume: () => Promise<void>;
}

/**
 * Whether an error means that no further call with this key will be answered, as the gate of the client has it: 401, 402 and
 * 403. A 403 of the gateway is about one private thing.
 */
export function refusesKey({ kind }: SocialDataError, service: Service): boolean {
  return kind === 'unauthorized' || kind === 'noBalance' || (kind === 'forbidden' && service === 'primary');
}
