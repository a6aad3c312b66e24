import type { Runs } from '../../../../../src/core/session/runs.ts';
import type { Ask } from './steps.ts';

/** A view that loads pages, and checks of what it shows. */
export interface ViewWatch {
  /** Its query's name. */
  readonly name: string;
  readonly runs: Runs;
  /** The connection that its requests may use; undefined if they must not be sent. */
  mayOver: string | undefined;
  readonly isRestoring: boolean;
  /** Whether new responses were requested. */
  readonly isFresh: boolean;
  readonly hasPages: boolean;
  readonly hasNext: boolean;
  /** Whether it shows that it is loading or restoring. */
  readonly saysBusy: boolean;
  /** No requests may be sent for it until the next command. */
  silence(): void;
  /** A user command. */
  ask(ask: Ask, connection: string): void;
  act(ask: Ask, connection: string, pages?: number): Promise<void>;
  /** Loads the next page. */
  goOn(connection: string): Promise<void>;
  /** Replaces it with a view for the same query. */
  next(): ViewWatch;
  /** Restores it from the replaced view's responses, for free. */
  restore(rest: () => Promise<unknown>): Promise<void>;
  /** The budget was raised. */
  forgetBudget(): void;
  /** Whether it may still request that after later commands. */
  wants(url: string): boolean;
  /** Whether a page was received before it was requested, so the stored response is used. */
  hasStored(url: string): boolean;
  /** Whether all records are there once and in order. */
  readonly isWhole: boolean;
  /** Descriptions of violated expectations. */
  missing(): readonly string[];
}
