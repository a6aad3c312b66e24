/** The views' queries. The first and the third are equal, so they share requests. The last is a conversation. */
export const names = ['a', 'b', 'a', '77'] as const;

export function isConversation(name: string): boolean {
  return name === names[3];
}

export type ConnectionAct = 'removeKey' | 'replaceKey' | 'changeAddress' | 'changeKind' | 'changeKindTwice' | 'disconnect';
/** A conversation is refreshed by opening it again. */
export type Ask = 'open' | 'load' | 'more' | 'refresh' | 'retry';
export type End = 'stop' | 'close';

/** Simultaneous calls and what ends them after a while. */
export interface BurstStep {
  readonly do: 'burst';
  readonly calls: number;
  /** Whether all calls have the same query. */
  readonly isSame: boolean;
  /** Whether they belong to a view, which is informed of connection changes. */
  readonly isView: boolean;
  readonly afterMs: number;
  readonly end: End | 'removeKey' | 'changeKindTwice' | 'noBudget' | 'nothing';
}

/** Consecutive events. */
export type Step =
  | { readonly do: Ask | End; readonly of: number }
  /** Requests one more page and ends it as soon as it waits. */
  | { readonly do: 'endWaiting'; readonly of: number; readonly end: End }
  | { readonly do: 'job'; readonly of: number; readonly pages: number }
  | { readonly do: 'restore'; readonly of: number; readonly restMs: number }
  | { readonly do: ConnectionAct }
  | { readonly do: 'budget'; readonly calls: number | undefined }
  | { readonly do: 'pass'; readonly ms: number }
  | BurstStep;
