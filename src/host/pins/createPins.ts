import * as vscode from 'vscode';
import type { PinShelf } from '../shared/pin.ts';
import { type PinMemory, PinStore } from './pinStore.ts';

/** The pins of this machine, shared by all windows. Reads at once, makes no call. */
export function createPins(memory: PinMemory, now: () => number = Date.now): PinShelf & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const store = new PinStore(memory, now, () => {
    changed.fire();
  });
  const reread = async () => {
    await store.reread();
  };
  // another window's writes come without an event: they are looked for when the person comes to this one
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) {
      void reread();
    }
  });
  return {
    onDidChange: changed.event,
    list: (kind) => store.list(kind),
    has: (kind, id) => store.has(kind, id),
    place: async (items, before) => {
      await store.place(items, before);
    },
    unpin: async (items) => {
      await store.unpin(items);
    },
    relabel: async (items) => {
      await store.relabel(items);
    },
    reread,
    dispose: () => {
      focus.dispose();
      changed.dispose();
    },
  };
}
