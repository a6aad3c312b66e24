import type { HostMessage } from '../../core/channel/channel.ts';

export interface WebviewPageOptions {
  /** The bundle's custom element. */
  readonly element: string;
  readonly title: string;
  /** Selects the colors. Default: editor. */
  readonly surface?: 'sideBar' | 'editor';
  /** Messages that are part of the document, so the page starts with content. A restored page ignores them. */
  readonly first?: readonly HostMessage[];
}

export interface WebviewHtmlOptions extends WebviewPageOptions {
  /** Inlined, because VS Code serves files to webviews slowly. */
  readonly script: string;
  readonly style: string;
  /** Random for each document. Only its own script and style sheet have it. */
  readonly nonce: string;
  readonly language: string;
  /** The setting `media.load`. */
  readonly pictures: 'always' | 'ask' | 'never';
  /** By English text. */
  readonly strings: Readonly<Record<string, string>>;
}

const mediaHosts = ['https://pbs.twimg.com', 'https://abs.twimg.com', 'https://ton.twimg.com', 'https://video.twimg.com'];

/** True for the platform's media hosts. Images from other hosts are never loaded. */
export function isPlatformMedia(address: string): boolean {
  return mediaHosts.some((host) => address.startsWith(`${host}/`));
}

/** Allows the inlined script and style sheet, and images from the platform's hosts unless the user turned them off. */
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

/** Escapes all values. The script and style sheet are our own, but must not end their element. */
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
<body class="on-${page.surface === 'sideBar' ? 'side-bar' : 'editor'}" ${data('strings', page.strings)} ${data('first', page.first ?? [])} data-pictures="${page.pictures}" ${data('vscode-context', { preventDefaultContextMenuItems: true, page: element, surface: page.surface })}>
<main>
<h1 class="spoken">${escapeHtml(page.title)}</h1>
<${element}></${element}>
</main>
<script type="module" nonce="${escapeHtml(page.nonce)}">${escapeInlineScript(page.script)}</script>
</body>
</html>
`;
}

/** These sequences change how HTML parses a script. */
function escapeInlineScript(script: string): string {
  return script.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3C`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
