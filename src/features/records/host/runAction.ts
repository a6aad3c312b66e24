import * as vscode from 'vscode';
import { exchangeScheme, loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import type { RecordAction } from '../../../core/channel/pageCommands.ts';
import { createResponseTarget, findRecordView, type RecordTarget, type RecordView } from '../../../workbench/recordTarget.ts';
import type { Services } from '../../../workbench/services.ts';
import { withStoreErrorNotification } from '../../../workbench/showErrorNotification.ts';
import { isDrawnNode, type TreeNode } from '../../../workbench/tree/treeNode.ts';
import { createFixtureTarget, findFixtureFiles } from '../../fixtures/host/index.ts';
import { actions } from './recordActions.ts';

interface CommandPlace {
  readonly place: unknown;
  readonly selected: unknown;
  readonly offer: unknown;
}

/** Finds what a command's arguments name, otherwise what has focus or is active. */
export async function runAction(
  services: Services,
  action: RecordAction,
  { place, selected, offer }: CommandPlace,
): Promise<void> {
  const act = async (targets: readonly RecordTarget[]) => await actOnTargets(services, action, targets, offer === 'priced');
  const isInState = (state: ReturnType<RecordView['state']>) => (view: RecordView) => view.state() === state;
  if (place instanceof vscode.Uri && place.scheme !== 'webview-panel') {
    return await act([(await createDocumentTarget(services, place)).target]);
  }
  if (typeof place === 'object' && place !== null && !(place instanceof vscode.Uri)) {
    const view = findRecordView(({ page }) => 'page' in place && place.page === page);
    return await (view === undefined
      ? act(findRows(place, selected).flatMap((node) => node.target?.(services) ?? []))
      : view.act(action, place));
  }
  const isTab = place instanceof vscode.Uri; // a webview tab's menu passes its URI
  const view = (isTab ? undefined : findRecordView(isInState('focused'))) ?? findRecordView(isInState('active'));
  if (view !== undefined) {
    return await view.act(action, undefined);
  }
  const isForActive = action === 'collect';
  const uri = vscode.window.activeTextEditor?.document.uri ?? (isForActive ? undefined : findOpenResponse());
  const document = uri === undefined ? undefined : await createDocumentTarget(services, uri);
  if (document !== undefined && (action === 'openAsThread' || action === 'compareWith' || !document.isPlain)) {
    return await act([document.target]);
  }
  // such as in the walkthrough
  const behind = document === undefined ? findRecordView(isInState('behind')) : undefined;
  const other = isForActive ? undefined : (behind ?? findRecordView(isInState('open')));
  await (other === undefined ? act([createResponseTarget(services)]) : other.act(action, undefined));
}

/** A tab with a response, for when no editor is active. */
function findOpenResponse(): vscode.Uri | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return uris.find(({ scheme }) => scheme === exchangeScheme);
}

export async function actOnTargets(
  services: Services,
  action: RecordAction,
  targets: readonly RecordTarget[],
  isPriceShown: boolean,
): Promise<void> {
  if (targets.length > 0) {
    await withStoreErrorNotification(services, async () => await actions[action](services, targets, isPriceShown));
  }
}

/** The selection that VS Code passes, otherwise the row; only rows of this extension. */
function findRows(place: object, selected: unknown): readonly TreeNode[] {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [place];
  return given.filter((one): one is TreeNode => typeof one === 'object' && one !== null && isDrawnNode(one));
}

/** A response's document, a fixture's file, or a plain document, which may contain posts. */
async function createDocumentTarget(services: Services, uri: vscode.Uri) {
  if (uri.scheme === exchangeScheme) {
    return { target: createResponseTarget(services, await loadStoredExchange(services, uri.query)), isPlain: false };
  }
  const fixture = await findFixtureFiles(uri);
  const target =
    fixture === undefined ? { ...createResponseTarget(services), file: uri } : createFixtureTarget(services, fixture);
  const openAsThread = async () => await services.open.responseThread(uri);
  return { target: { ...target, openAsThread }, isPlain: fixture === undefined };
}
