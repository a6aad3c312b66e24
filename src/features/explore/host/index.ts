import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import type { Open } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';
import { registerLazyTree } from '../../../workbench/tree/lazyTree.ts';
import { NoteNode } from '../../../workbench/tree/treeNode.ts';
import { loadMoreGuard } from './repeatPressGuard.ts';
import type { PinView } from '../../../core/pins.ts';

const pinViewByViewName = { users: 'user', lists: 'list', communities: 'community' } as const satisfies Readonly<
  Record<string, PinView>
>;

export function register(services: Services): vscode.Disposable & { readonly pinUser: Open['pinUser'] } {
  const users = registerView(services, 'users');
  const registered = vscode.Disposable.from(
    users,
    registerView(services, 'lists'),
    registerView(services, 'communities'),
    registerRowCommands(),
  );
  const pinUser: Open['pinUser'] = async (handle, connection) => await users.pin(`@${handle}`, connection);
  return Object.assign(registered, { pinUser });
}

function registerView(services: Services, name: keyof typeof pinViewByViewName) {
  const kind = pinViewByViewName[name];
  const view = registerLazyTree(`socialData.${name}`, async (surroundings) => {
    const { PinnedTree } = await import('./tree/pinnedTree.ts');
    return new PinnedTree(services, kind, surroundings, await services.sandboxPictures());
  });
  const pin = async (text?: string, connection?: string) => {
    const { lookUpAndPin } = await import('./findRecords.ts');
    await lookUpAndPin(services, await view.tree(), kind, { text, connection });
  };
  const registered = vscode.Disposable.from(
    view,
    registerTypedCommand(`socialData.${name}.pin`, async (text) => await pin(text)),
  );
  return Object.assign(registered, { pin });
}

function registerRowCommands(): vscode.Disposable {
  return vscode.Disposable.from(
    ...(['load', 'loadMore', 'stop'] as const).map((action) =>
      registerTypedCommand(`socialData.explore.${action}`, async (node) => {
        const row = node instanceof NoteNode ? node.parent : node;
        const act = async () => await (await import('./tree/recordNode.ts')).actOnPagedRow(action, row);
        await (action === 'stop' ? loadMoreGuard.act(row, act) : loadMoreGuard.load(row, act));
      }),
    ),
  );
}
