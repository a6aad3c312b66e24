// Prints the ids of commands and views that the extension registers, as JSON. Activates it with a fake VS Code.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const commands: string[] = [];
const views: string[] = [];

/** Can be read, called, and constructed. */
const nothing: object = new Proxy(Object, {
  get: (target, name): unknown =>
    name === 'prototype' ? target.prototype : name === Symbol.toPrimitive ? () => 'nothing' : nothing,
  set: () => true,
  apply: () => nothing,
  construct: () => nothing,
});

/** Fake, except for the given members. */
function nothingBut(known: Readonly<Record<string, unknown>>): object {
  return new Proxy(nothing, {
    get: (_target, name): unknown => (typeof name === 'string' && name in known ? known[name] : nothing),
  });
}

function listing(ids: string[]): (id: string) => object {
  return (id) => {
    ids.push(id);
    return nothing;
  };
}

const vscode = nothingBut({
  commands: nothingBut({ registerCommand: listing(commands) }),
  l10n: nothingBut({ bundle: undefined }),
  window: nothingBut({ createTreeView: listing(views), registerWebviewViewProvider: listing(views) }),
});
const api = readFileSync(new URL('../../node_modules/@types/vscode/index.d.ts', import.meta.url), 'utf8');
const names = new Set([...api.matchAll(/^\texport (?:class|enum|namespace) (\w+)/gm)].map(([, name]) => name));
Reflect.set(globalThis, 'vscodeStub', vscode);
registerHooks({
  resolve: (name, context, next) => (name === 'vscode' ? { url: 'vscode:stub', shortCircuit: true } : next(name, context)),
  load: (url, context, next) =>
    url === 'vscode:stub'
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export const { ${[...names].join(', ')} } = globalThis.vscodeStub;`,
        }
      : next(url, context),
});
const { activate } = await import('../../src/extension.ts');
activate(nothing as never);
console.log(JSON.stringify({ commands, views }));
process.exit(0); // doesn't wait until activation is complete
