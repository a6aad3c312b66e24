import * as vscode from 'vscode';
import { type LossyNumber, IncrementalLossyNumberScanner } from '../../app/lookUp/lossyNumbers.ts';
import type { SourceLanguage } from '../../app/lookUp/scanLossyNumbers.ts';
import { TimeSlicer } from '../shared/timeSlicer.ts';
import { diagnosticSource, negatedLossyNumberCode, lossyNumberCode } from './numberFixes.ts';

/** How long nobody types before a document is looked at, in milliseconds. */
const quietMs = 300;

interface WatchedDocument {
  readonly document: vscode.TextDocument;
  readonly language: SourceLanguage;
  readonly numbers: IncrementalLossyNumberScanner;
  timer: NodeJS.Timeout | undefined;
}

/** Keeps the diagnostics of open documents true to their text: a moment after a change, the lines that it touched. */
export class NumberDiagnostics {
  readonly #collection: vscode.DiagnosticCollection;
  readonly #watched = new Map<string, WatchedDocument>();

  constructor(collection: vscode.DiagnosticCollection) {
    this.#collection = collection;
  }

  open(document: vscode.TextDocument, language: SourceLanguage): void {
    const key = document.uri.toString();
    const existing = this.#watched.get(key);
    if (existing?.document === document && existing.language === language) {
      return;
    }
    clearTimeout(existing?.timer);
    const watched: WatchedDocument = {
      document,
      language,
      numbers: new IncrementalLossyNumberScanner(language),
      timer: undefined,
    };
    this.#watched.set(key, watched);
    void this.#scan(watched);
  }

  change({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const watched = this.#watched.get(document.uri.toString());
    if (watched === undefined || contentChanges.length === 0) {
      return;
    }
    for (const { range, text } of contentChanges) {
      watched.numbers.replace(range.start.line, range.end.line, text.split(/\r\n|\r|\n/).length);
    }
    clearTimeout(watched.timer);
    watched.timer = setTimeout(() => void this.#scan(watched), quietMs);
  }

  close(uri: vscode.Uri): void {
    clearTimeout(this.#watched.get(uri.toString())?.timer);
    this.#watched.delete(uri.toString());
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#watched.forEach(({ timer }) => clearTimeout(timer));
    this.#watched.clear();
  }

  /** Stops where the text changes meanwhile: then it is looked at again. */
  async #scan(watched: WatchedDocument): Promise<void> {
    const { document, numbers } = watched;
    const { version, uri } = document;
    const isCurrent = () => document.version === version && !document.isClosed && this.#watched.get(uri.toString()) === watched;
    const pace = new TimeSlicer();
    const steps = numbers.scan(document.lineCount, (line) => document.lineAt(line).text);
    let step = steps.next();
    while (step.done !== true) {
      await pace.yieldIfDue();
      if (!isCurrent()) {
        return;
      }
      step = steps.next();
    }
    this.#collection.set(
      uri,
      step.value.map((number) => toDiagnostic(document, number)),
    );
  }
}

function toDiagnostic(document: vscode.TextDocument, { line, start, end, isNegated }: LossyNumber): vscode.Diagnostic {
  const range = new vscode.Range(line, start, line, end);
  const digits = document.getText(range).replaceAll('_', '');
  const readAs = String(Number(digits));
  const message =
    readAs === digits
      ? vscode.l10n.t('Numbers this large are not exact: numbers close to it are read as the same.')
      : vscode.l10n.t('This number loses digits: it is read as {0}.', readAs);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  return Object.assign(diagnostic, { source: diagnosticSource, code: isNegated ? negatedLossyNumberCode : lossyNumberCode });
}
