const script = 'window.__fired=1;alert(1)';

const tags = [
  'script',
  'img',
  'svg',
  'iframe',
  'body',
  'input',
  'video',
  'audio',
  'details',
  'marquee',
  'object',
  'embed',
  'math',
  'style',
  'form',
];
const handlers = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
  'onbeforetoggle',
];
const addresses = [
  `javascript:${script}`,
  `JaVaScRiPt:${script}`,
  `java\tscript:${script}`,
  `\u0001javascript:${script}`,
  `data:text/html,<script>${script}</script>`,
  `vbscript:msgbox(1)`,
  `command:workbench.action.quit`,
  `vscode://evil.example/run`,
  `vscode-resource://file/etc/passwd`,
  `file:///etc/passwd`,
  `blob:https://evil.example/1`,
  `//evil.example/x.png`,
  `https://user:pass@evil.example/`,
  `https://evil.example\\@good.example/`,
  `https://evil.example/x.png"onerror="${script}`,
  `http://169.254.169.254/latest/meta-data`,
  `http://localhost:1/x.png`,
  `https://[::1]/x.png`,
];
const bidi = ['\u202E', '\u202D', '\u2066', '\u2067', '\u2068', '\u2069', '\u200F', '\u061C', '\u202A'];
const styles = [
  `</style><style>*{display:none}</style>`,
  `<style>@import url(https://evil.example/a.css);</style>`,
  `<p style="position:fixed;inset:0;background:url(https://evil.example/b)">`,
  `"style="background:url(https://evil.example/c)`,
  `<link rel=stylesheet href=https://evil.example/d.css>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<form action="https://evil.example/"><button>go</button></form>`,
];
const templates = [
  '${window.__fired=1}',
  '{{constructor.constructor("window.__fired=1")()}}',
  '<!--?lit$1$-->',
  '?lit$123$',
  '<?lit$0$>',
  '</template><img src=x onerror=alert(1)>',
];
const breaks = [
  '\u0000',
  '\u2028',
  '\u2029',
  ']]>',
  '-->',
  '\\',
  '%0a',
  '&#x3c;script&#x3e;',
  '\uD83D',
  'Z\u0335\u0321\u0322'.repeat(40),
  'W'.repeat(4_000),
];

/** Strings that are harmful unless they are treated as text: scripts, addresses, styles, bidi controls, templates. */
export const hostilePayloads: readonly string[] = [
  ...tags.flatMap((tag) =>
    handlers.map((handler) => `<${tag} src=x ${handler}="${script}" href="javascript:${script}" autofocus>`),
  ),
  ...tags.map((tag) => `"><${tag}>${script}</${tag}>`),
  ...addresses,
  ...addresses.map((address) => `[link](${address}) <a href="${address}">x</a>`),
  ...bidi.map((mark) => `safe${mark}gpj.exe`),
  ...styles,
  ...templates,
  ...breaks.map((text) => `x${text}y`),
];
