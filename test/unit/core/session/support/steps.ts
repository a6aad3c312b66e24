/** The questions of the views: the third asks the same as the first, so they share requests. The last is a conversation. */
export const names = ['a', 'b', 'a', '77'] as const;

export function isConversation(name: string): boolean {
  return name === names[3];
}

export type ConnectionAct = 'removeKey' | 'replaceKey' | 'changeAddress' | 'changeKind' | 'changeKindTwice' | 'disconnect';
/** To refresh a conversation is to open it again. */
export type Ask = 'open' | 'load' | 'more' | 'refresh' | 'retry';
export type End = 'stop' | 'close';

/** Many calls at once, and what ends them after a time. */
export interface BurstStep {
  readonly do: 'burst';
  readonly calls: number;
  /** Whether all of them ask the same. */
  readonly isSame: boolean;
  /** Whether they are a view's, which hears of another connection. */
  readonly isView: boolean;
  readonly afterMs: number;
  readonly end: End | 'removeKey' | 'changeKindTwice' | 'noBudget' | 'nothing';
}

/** What happens, one after the other. */
export type Step =
  | { readonly do: Ask | End; readonly of: number }
  /** Asks for another page, and ends it as soon as it waits for something. */
  | { readonly do: 'endWaiting'; readonly of: number; readonly end: End }
  | { readonly do: 'job'; readonly of: number; readonly pages: number }
  | { readonly do: 'restore'; readonly of: number; readonly restMs: number }
  | { readonly do: ConnectionAct }
  | { readonly do: 'budget'; readonly calls: number | undefined }
  | { readonly do: 'pass'; readonly ms: number }
  | BurstStep;
