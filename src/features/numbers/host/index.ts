import * as vscode from 'vscode';
import { readSidecarForFile } from '../../fixtures/host/index.ts';
import { findLossyNumbers } from '../findLossyNumbers.ts';
import { onDidChangeSettings, readFixtureFolderSegments, readSetting } from '../../../workbench/settings.ts';

/** How long typing must pause before a document is checked. */
const quietMs = 300;

const languages: readonly string[] = ['json', 'jsonc'];
const diagnosticSource = 'Social Data';
const lossyNumberCode = 'number-loses-digits';

export function register(): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('socialData.numbers');
  const timers = new Map<vscode.TextDocument, NodeJS.Timeout>();
  const check = async (document: vscode.TextDocument) => {
    if (!languages.includes(document.languageId) || vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) {
      return;
    }
    const where = readSetting('diagnostics.ids', document) ?? 'fixtures';
    const isWanted = where === 'all' || (where === 'fixtures' && (await isFixture(document.uri)));
    if (!document.isClosed) {
      collection.set(document.uri, isWanted ? createDiagnostics(document) : []);
    }
  };
  const cancelTimer = (document: vscode.TextDocument) => {
    clearTimeout(timers.get(document));
    timers.delete(document);
  };
  const checkAll = () => vscode.workspace.textDocuments.forEach((document) => void check(document));
  checkAll();
  return vscode.Disposable.from(
    collection,
    new vscode.Disposable(() => timers.forEach((timer) => clearTimeout(timer))),
    vscode.workspace.onDidOpenTextDocument((document) => void check(document)),
    vscode.workspace.onDidSaveTextDocument((document) => void check(document)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      cancelTimer(document);
      collection.delete(document.uri);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && languages.includes(document.languageId)) {
        cancelTimer(document);
        timers.set(
          document,
          setTimeout(() => void check(document), quietMs),
        );
      }
    }),
    onDidChangeSettings(checkAll, 'diagnostics.ids'),
    vscode.languages.registerCodeActionsProvider(
      [...languages],
      { provideCodeActions: (document, _, { diagnostics }) => createFixes(document, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

async function isFixture(uri: vscode.Uri): Promise<boolean> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const folder = readFixtureFolderSegments(uri);
  if (root !== undefined && folder.length > 0 && uri.path.startsWith(`${vscode.Uri.joinPath(root, ...folder).path}/`)) {
    return true;
  }
  return (await readSidecarForFile(uri)) !== undefined;
}

function createDiagnostics(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  const text = document.getText();
  return findLossyNumbers(text).map(({ start, end }) => {
    const digits = text.slice(start, end);
    const readAs = String(Number(digits));
    const message = vscode.l10n.t('This integer is too large to be exact. JavaScript reads it as {0}.', readAs);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
    return Object.assign(diagnostic, { source: diagnosticSource, code: lossyNumberCode });
  });
}

function createFixes(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  return diagnostics
    .filter(({ source, code }) => source === diagnosticSource && code === lossyNumberCode)
    .map((diagnostic) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, diagnostic.range, `"${document.getText(diagnostic.range)}"`);
      const fix = new vscode.CodeAction(vscode.l10n.t('Convert to String'), vscode.CodeActionKind.QuickFix);
      return Object.assign(fix, { edit, diagnostics: [diagnostic], isPreferred: true });
    });
}
