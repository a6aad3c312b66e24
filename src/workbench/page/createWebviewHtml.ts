import type { HostMessage } from '../../core/channel/channel.ts';

export interface WebviewPageOptions {
  /** The element that fills it; its name is the bundle's own. */
  readonly element: string;
  readonly title: string;
  /** Where it stands, for its own colours are chosen for that; in an editor when left out. */
  readonly surface?: 'sideBar' | 'editor';
  /** What it hears before anything else, as it comes with its document. A page that was here before passes it over. */
  readonly first?: readonly HostMessage[];
}

export interface WebviewHtmlOptions extends WebviewPageOptions {
  /** The text of its script and of its style sheet, which are a part of the document: VS Code gives each file to a page late. */
  readonly script: string;
  readonly style: string;
  /** Fresh for each document: what lets its script and its style sheet in, and no others. */
  readonly nonce: string;
  readonly language: string;
  /** The setting `media.load`. */
  readonly pictures: 'always' | 'ask' | 'never';
  /** By the English text. */
  readonly strings: Readonly<Record<string, string>>;
}

const mediaHosts = ['https://pbs.twimg.com', 'https://abs.twimg.com', 'https://ton.twimg.com', 'https://video.twimg.com'];

/** Whether pictures of an address may be loaded: others than the platform's hosts never are. */
export function isPlatformMedia(address: string): boolean {
  return mediaHosts.some((host) => address.startsWith(`${host}/`));
}

/**
 * The policy of every webview: its own script and style sheet stand in the document, and nothing is loaded but pictures of the
 * platform's hosts, unless a person never wants any.
 */
export function createContentSecurityPolicy({ nonce, pictures }: Pick<WebviewHtmlOptions, 'nonce' | 'pictures'>): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ['img-src data: blob:', ...(pictures === 'never' ? [] : mediaHosts)].join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
  ].join('; ');
}

/** Every value is escaped; script and style sheet are our own, and cannot end their element. */
export function createWebviewHtml(page: WebviewHtmlOptions): string {
  const data = (name: string, value: unknown) => `data-${name}="${escapeHtml(JSON.stringify(value))}"`;
  const element = page.element.replaceAll(/[^a-z-]/g, '');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(createContentSecurityPolicy(page))}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${escapeHtml(page.nonce)}">${page.style.replaceAll('</', String.raw`<\/`)}</style>
<title>${escapeHtml(page.title)}</title>
</head>
<body class="on-${page.surface === 'sideBar' ? 'side-bar' : 'editor'}" ${data('strings', page.strings)} ${data('first', page.first ?? [])} data-pictures="${page.pictures}" data-vscode-context='{"preventDefaultContextMenuItems":true}'>
<main>
<h1 class="spoken">${escapeHtml(page.title)}</h1>
<${element}></${element}>
</main>
<script type="module" nonce="${escapeHtml(page.nonce)}">${escapeInlineScript(page.script)}</script>
</body>
</html>
`;
}

/** HTML reads these three differently inside of a script, wherever they stand in it. */
function escapeInlineScript(script: string): string {
  return script.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3C`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
