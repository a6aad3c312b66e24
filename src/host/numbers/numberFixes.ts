import * as vscode from 'vscode';

/** What the diagnostics of this feature are recognised by. */
export const diagnosticSource = 'Social Data';
export const lossyNumberCode = 'number-loses-digits';
/** One with a minus before it: a string cannot take its place. */
export const negatedLossyNumberCode = 'negated-number-loses-digits';

/** The ways to keep all digits of the integers that were found. */
export function provideLossyNumberFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const isJson = document.languageId.startsWith('json');
  return diagnostics
    .filter(({ source, code }) => source === diagnosticSource && (code === lossyNumberCode || code === negatedLossyNumberCode))
    .flatMap((diagnostic) => {
      const text = document.getText(diagnostic.range);
      const toFix = (title: string, replacement: string, isPreferred: boolean) => {
        const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, diagnostic.range, replacement);
        return Object.assign(fix, { edit, diagnostics: [diagnostic], isPreferred });
      };
      const digits = text.replaceAll('_', '');
      return [
        ...(diagnostic.code === lossyNumberCode
          ? [toFix(vscode.l10n.t('Write as a String'), isJson ? `"${digits}"` : `'${digits}'`, true)]
          : []),
        ...(isJson ? [] : [toFix(vscode.l10n.t('Write as a BigInt'), `${text}n`, false)]),
      ];
    });
}
