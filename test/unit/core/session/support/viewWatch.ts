import type { Runs } from '../../../../../src/core/session/runs.ts';
import type { Ask } from './steps.ts';

/** A view that loads pages, what it was asked, and whether it showed all that it was given. */
export interface ViewWatch {
  /** Names what it asks. */
  readonly name: string;
  readonly runs: Runs;
  /** Over which connection its requests may be sent; undefined: they may not. */
  mayOver: string | undefined;
  readonly isRestoring: boolean;
  /** Whether it was asked for new responses. */
  readonly isFresh: boolean;
  readonly hasPages: boolean;
  readonly hasNext: boolean;
  /** Whether it says that it loads or restores. */
  readonly saysBusy: boolean;
  /** From now on nothing is sent for it, until it is asked again. */
  silence(): void;
  /** A person asks for something. */
  ask(ask: Ask, connection: string): void;
  act(ask: Ask, connection: string, pages?: number): Promise<void>;
  /** What leads on from where it stands. */
  goOn(connection: string): Promise<void>;
  /** A view of the same, which takes its place. */
  next(): ViewWatch;
  /** Makes it from the responses of the view that it took the place of, free. */
  restore(rest: () => Promise<unknown>): Promise<void>;
  /** There is room in the budget again. */
  forgetBudget(): void;
  /** Whether it may still ask for that, as far as it was asked for something else since. */
  wants(url: string): boolean;
  /** Whether a page was answered before it was asked for, so that the stored response serves. */
  hasStored(url: string): boolean;
  /** Whether every record is there, once each and in order. */
  readonly isWhole: boolean;
  /** What went wrong. */
  missing(): readonly string[];
}
