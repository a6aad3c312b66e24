import type { Open } from '../../../src/workbench/open.ts';

export interface RecordedOpen {
  readonly open: Open;
  readonly opened: readonly (readonly [name: string, ...args: readonly unknown[]])[];
}

/** Records what a feature would open, without opening it. */
export function recordOpen(): RecordedOpen {
  const opened: (readonly [name: string, ...args: readonly unknown[]])[] = [];
  const note =
    (name: string) =>
    async (...args: readonly unknown[]) => {
      opened.push([name, ...args]);
      await Promise.resolve();
    };
  const open: Open = {
    lookUp: note('lookUp'),
    user: note('user'),
    thread: note('thread'),
    postThread: note('postThread'),
    responseThread: note('responseThread'),
    profile: note('profile'),
    results: note('results'),
    query: note('query'),
    search: note('search'),
    collect: note('collect'),
    pinUser: note('pinUser'),
    manageConnections: note('manageConnections'),
    selectConnection: note('selectConnection'),
    setBudget: note('setBudget'),
    startNewHistory: note('startNewHistory'),
  };
  return { open, opened };
}
