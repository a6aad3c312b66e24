import * as vscode from 'vscode';
import type { SourceLanguage } from '../../app/lookUp/scanLossyNumbers.ts';
import { onDidChangeSetting, readFixtureFolderSegments, readSetting } from '../shared/settings.ts';
import type { NumberDiagnostics } from './numberDiagnostics.ts';
import { provideLossyNumberFixes } from './numberFixes.ts';

const languages: Readonly<Record<string, SourceLanguage>> = {
  json: 'json',
  jsonc: 'json',
  javascript: 'script',
  javascriptreact: 'script',
  typescript: 'script',
  typescriptreact: 'script',
};

/** Integers that lose digits when they are read as numbers, in JSON, JavaScript and TypeScript. Makes no call. */
export function register(): vscode.Disposable {
  let loading: Promise<NumberDiagnostics> | undefined;
  const collection = vscode.languages.createDiagnosticCollection('socialData.numbers');
  const load = async () => {
    loading ??= import('./numberDiagnostics.ts').then((module) => new module.NumberDiagnostics(collection));
    return await loading;
  };
  const look = async (document: vscode.TextDocument) => {
    const language = languages[document.languageId];
    if (language === undefined || vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) {
      return;
    }
    const where = readSetting('diagnostics.ids', document) ?? 'fixtures';
    const isWanted = where === 'all' || (where === 'fixtures' && (await isFixture(document.uri, language)));
    if (isWanted && !document.isClosed) {
      (await load()).open(document, language);
    } else {
      (await loading)?.close(document.uri);
    }
  };
  const lookAtAll = () => vscode.workspace.textDocuments.forEach((document) => void look(document));
  lookAtAll();
  return vscode.Disposable.from(
    collection,
    new vscode.Disposable(() => void loading?.then((diagnostics) => diagnostics.dispose())),
    vscode.workspace.onDidOpenTextDocument((document) => void look(document)),
    vscode.workspace.onDidSaveTextDocument((document) => void look(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void loading?.then((diagnostics) => diagnostics.close(uri))),
    vscode.workspace.onDidChangeTextDocument((event) => void loading?.then((diagnostics) => diagnostics.change(event))),
    onDidChangeSetting('diagnostics.ids', lookAtAll),
    vscode.languages.registerCodeActionsProvider(
      Object.keys(languages),
      { provideCodeActions: (document, _, { diagnostics }) => provideLossyNumberFixes(document, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

/** In the folder of fixtures or, for JSON, with a sidecar beside it. */
async function isFixture(uri: vscode.Uri, language: SourceLanguage): Promise<boolean> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const folder = readFixtureFolderSegments(uri);
  if (root !== undefined && folder.length > 0 && uri.path.startsWith(`${vscode.Uri.joinPath(root, ...folder).path}/`)) {
    return true;
  }
  if (language !== 'json') {
    return false;
  }
  const { readSidecarForFile } = await import('../shared/fixtureDocuments.ts');
  return (await readSidecarForFile(uri)) !== undefined;
}
