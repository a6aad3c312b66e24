import type { Message } from '../../../protocol/message.ts';

/** A kind of webview. */
export interface WebviewPage {
  /** The element that fills it; its name is the bundle's own. */
  readonly element: string;
  readonly title: string;
  /** Where it stands, for its own colours are chosen for that; in an editor when left out. */
  readonly surface?: 'sideBar' | 'editor';
  /** What it hears before anything else, as it comes with its document. A page that was here before passes it over. */
  readonly first?: readonly Message[];
}

/** What the document of a webview is made of. Addresses are what `asWebviewUri` gave. */
export interface WebviewDocument extends WebviewPage {
  readonly script: string;
  readonly styles: readonly string[];
  /** `webview.cspSource`: where styles may come from. */
  readonly source: string;
  /** Fresh for each document: what lets its script run, and no other. */
  readonly nonce: string;
  readonly language: string;
  /** Translations by the English text. */
  readonly strings: Readonly<Record<string, string>>;
}

/**
 * The policy of every webview: nothing may be loaded but its own script and styles, and pictures that the extension
 * host passes on as data.
 */
export function contentPolicy({ nonce, source }: Pick<WebviewDocument, 'nonce' | 'source'>): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    'img-src data: blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
  ].join('; ');
}

/** The whole document of a webview. Every value is escaped. */
export function webviewHtml(page: WebviewDocument): string {
  const data = (name: string, value: unknown) => `data-${name}="${escape(JSON.stringify(value))}"`;
  const element = page.element.replaceAll(/[^a-z-]/g, '');
  return `<!DOCTYPE html>
<html lang="${escape(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(contentPolicy(page))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.styles.map((style) => `<link rel="stylesheet" href="${escape(style)}">`).join('\n')}
<title>${escape(page.title)}</title>
</head>
<body class="on-${page.surface === 'sideBar' ? 'side-bar' : 'editor'}" ${data('strings', page.strings)} ${data('first', page.first ?? [])} data-vscode-context='{"preventDefaultContextMenuItems":true}'>
<main>
<h1 class="spoken">${escape(page.title)}</h1>
<${element}></${element}>
</main>
<script type="module" nonce="${escape(page.nonce)}" src="${escape(page.script)}"></script>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
