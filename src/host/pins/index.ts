import * as vscode from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';

/** Pins: pin and unpin rows, write them into a file, read them from one. */
export function register({ pins }: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand('socialData.pins.pin', async (node, selected) => {
      const { pinRows } = await import('./pinRows.ts');
      await pinRows(pins, node, selected);
    }),
    registerCommand('socialData.pins.unpin', async (node, selected) => {
      const { unpinRows } = await import('./pinRows.ts');
      await unpinRows(pins, node, selected);
    }),
    registerCommand('socialData.pins.export', async () => {
      const { exportPins } = await import('./exchangePins.ts');
      await exportPins(pins);
    }),
    registerCommand('socialData.pins.import', async () => {
      const { importPins } = await import('./exchangePins.ts');
      await importPins(pins);
    }),
  );
}
