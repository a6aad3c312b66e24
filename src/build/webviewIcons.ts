import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The codicons that pages draw. A name that is added here can be drawn after `npm run generate`. */
export const webviewIcons = [
  'account',
  'add',
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'beaker',
  'blank',
  'book',
  'bookmark',
  'briefcase',
  'calendar',
  'check',
  'checklist',
  'chevron-down',
  'circle-slash',
  'close',
  'cloud-download',
  'comment',
  'comment-discussion',
  'copy',
  'debug-disconnect',
  'device-camera-video',
  'ellipsis',
  'error',
  'eye',
  'eye-closed',
  'file-media',
  'flame',
  'fold',
  'globe',
  'graph',
  'heart',
  'history',
  'hubot',
  'info',
  'json',
  'law',
  'link',
  'link-external',
  'list-ordered',
  'list-unordered',
  'loading',
  'location',
  'lock',
  'note',
  'organization',
  'person',
  'person-add',
  'pin',
  'pinned',
  'play',
  'question',
  'quote',
  'refresh',
  'reply',
  'save',
  'search',
  'settings',
  'shield',
  'sort-precedence',
  'split-horizontal',
  'sync',
  'table',
  'trash',
  'unfold',
  'unmute',
  'verified',
  'verified-filled',
  'warning',
] as const;

/** @returns the codicon as its package has it, an SVG of 16 by 16 */
export function readCodicon(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@vscode/codicons/src/icons/${name}.svg`)), 'utf8');
}

/**
 * The module with the drawings of icons, by name: each the path of an SVG.
 * @param svgOf gives an icon as SVG
 * @throws Error for a drawing that is more than paths which are filled alike
 */
export function iconShapesModule(names: readonly string[], svgOf: (name: string) => string): string {
  const entries = names
    .toSorted()
    .map((name) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${shapeOf(name, svgOf(name))}',`);
  return [
    '// Made by `npm run generate` from the icons of @vscode/codicons (CC-BY-4.0).',
    '',
    '/** What an icon looks like: the path of an SVG of 16 by 16. */',
    'export const iconShapes = {',
    ...entries,
    '} as const;',
    '',
  ].join('\n');
}

/** All paths of an SVG as one. A rule of filling may be left out: the font of these icons has none either. */
function shapeOf(name: string, svg: string): string {
  const paths = [...svg.matchAll(/<path(?<attributes>(?:\s+[\w-]+="[^"]*")*)\s*\/>/g)].map(
    (match) => match.groups?.['attributes'] ?? '',
  );
  const rest = svg.replaceAll(/<path[^>]*\/>/g, '').trim();
  const isPlain = /^<svg width="16" height="16" viewBox="0 0 16 16"[^>]*(?:\/>|>\s*<\/svg>)$/.test(rest);
  const hasOwnFill = paths.some((attributes) => /\s(?:fill|fill-opacity|transform|stroke|opacity)=/.test(attributes));
  if (!isPlain || hasOwnFill) {
    throw new Error(`the icon ${name} is drawn with more than paths: ${svg.slice(0, 200)}`);
  }
  return paths.map((attributes) => rounded(/\sd="([^"]*)"/.exec(attributes)?.[1] ?? '')).join('');
}

/** With coordinates to a hundredth of a pixel, which nobody sees and which takes a third less. */
function rounded(path: string): string {
  return path.replaceAll(/(?<![.\d])\d+\.\d{3,}(?![.\d])/g, (number) => String(Number(Number(number).toFixed(2))));
}
