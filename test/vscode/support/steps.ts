import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Service } from '../../../src/client/endpoint.ts';
import { maxWaitMs } from '../../support/limits.ts';

const pollMs = 25;

export async function until<T>(what: string, read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${maxWaitMs} ms in vain: ${what}`);
    }
    await pause(pollMs);
  }
}

/** Runs a command as the extension itself does, without the confirmation for other callers. */
export async function runAsPerson(command: string, ...args: readonly unknown[]): Promise<void> {
  const original: unknown = vscode.window.showWarningMessage;
  const replaceBy = (value: unknown) =>
    Object.defineProperty(vscode.window, 'showWarningMessage', { value, configurable: true, writable: true });
  replaceBy(async (message: string, ...rest: readonly unknown[]): Promise<unknown> => {
    assert.ok(typeof original === 'function');
    const response: unknown = /^Run socialData\.[\w.]+\?$/.test(message)
      ? rest.at(-1)
      : await Reflect.apply(original, vscode.window, [message, ...rest]);
    return response;
  });
  try {
    await vscode.commands.executeCommand(command, ...args);
  } finally {
    replaceBy(original);
  }
}

/** Runs a command and accepts all quick inputs' default values. */
export async function runAccepting(command: string, ...args: readonly unknown[]): Promise<void> {
  await acceptUntil(runAsPerson(command, ...args));
}

/** Accepts all quick inputs' default values until the work ends. */
export async function acceptUntil(what: vscode.ProviderResult<unknown>): Promise<void> {
  let ended = false;
  const running = Promise.resolve(what).finally(() => {
    ended = true;
  });
  while (!ended) {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await Promise.race([running, pause(pollMs)]);
  }
  await running;
}

/** Waits until the active editor shows a response. */
export async function openResponse(): Promise<vscode.TextDocument> {
  return await until('a response is open', () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === 'social-data' ? document : undefined;
  });
}

export async function lensTitles(document: vscode.TextDocument): Promise<readonly string[]> {
  return (await lenses(document)).map((lens) => lens.command?.title ?? '');
}

export async function runLens(document: vscode.TextDocument, title: RegExp): Promise<void> {
  const command = await until(`there is a code lens ${String(title)}`, async () => {
    const commands = (await lenses(document)).map((lens) => lens.command);
    return commands.find((candidate) => title.test(candidate?.title ?? ''));
  });
  const args: readonly unknown[] = command.arguments ?? [];
  await vscode.commands.executeCommand(command.command, ...args);
}

async function lenses(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return await until('code lenses are there', async () => {
    const found = await readLenses(document.uri);
    return found.length > 0 ? found : undefined;
  });
}

/** VS Code releases the lenses' commands 100 ms after it returns them, so a busy host may receive lenses without one. */
export async function readLenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
  return await until('the lenses have commands', async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
    return found.every(({ command }) => command !== undefined) ? found : undefined;
  });
}

/**
 * Opens an untitled document. VS Code reuses a closed one's name and may still show its text, so the text is replaced.
 */
export async function openText(content: string, language = 'plaintext'): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  if (document.getText() !== content) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), content);
  }
  return await vscode.window.showTextDocument(document);
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until('every editor is closed', () => {
    const active = vscode.window.activeTextEditor?.document.uri.scheme;
    return vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0) && (active === undefined || active === 'output');
  });
}

/** Returns settings with a selected connection for each address, named after its service. */
export function paid(addresses: Readonly<Partial<Record<Service, string>>>) {
  const services = (['primary', 'gateway'] as const).filter((service) => addresses[service] !== undefined);
  return {
    connections: Object.fromEntries(services.map((service) => [service, { service, address: addresses[service] }])),
    connection: Object.fromEntries(services.map((service) => [service, service])),
  };
}

/**
 * Changes the extension's user settings, and returns a function that restores them. Writes only values that differ, because VS
 * Code rereads all settings after each write.
 */
export async function setSettings(
  values: Readonly<Record<string, unknown>>,
  section = 'socialData',
): Promise<() => Promise<void>> {
  const set = async (name: string, value: unknown) => {
    if (isDeepStrictEqual(vscode.workspace.getConfiguration(section).inspect(name)?.globalValue, value)) return;
    await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
    await until(`the setting ${name} is read`, () => {
      const { globalValue, defaultValue } = vscode.workspace.getConfiguration(section).inspect(name) ?? {};
      return isDeepStrictEqual(globalValue ?? defaultValue, value ?? defaultValue);
    });
  };
  for (const [name, value] of Object.entries(values)) {
    await set(name, value);
  }
  return async () => {
    for (const name of Object.keys(values)) {
      await set(name, undefined);
    }
  };
}
