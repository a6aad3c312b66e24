import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** @returns the codicon as its package has it, an SVG of 16 by 16 */
export function readCodicon(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@vscode/codicons/src/icons/${name}.svg`)), 'utf8');
}

/**
 * The drawings of icons by name: each the path of an SVG of 16 by 16. What stands there now says which icons these are.
 * @param current the drawings as they stand: a name that is new has any
 * @param svgOf gives an icon as SVG
 * @throws Error for a drawing that is more than paths which are filled alike
 */
export function formatIconShapes(current: string, svgOf: (name: string) => string): string {
  const names = Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(current))).toSorted();
  return `${JSON.stringify(Object.fromEntries(names.map((name) => [name, toIconShape(name, svgOf(name))])), null, 2)}\n`;
}

/** All paths of an SVG as one. A rule of filling may be left out: the font of these icons has none either. */
function toIconShape(name: string, svg: string): string {
  const paths = [...svg.matchAll(/<path(?<attributes>(?:\s+[\w-]+="[^"]*")*)\s*\/>/g)].map(
    (match) => match.groups?.['attributes'] ?? '',
  );
  const rest = svg.replaceAll(/<path[^>]*\/>/g, '').trim();
  const isPlain = /^<svg width="16" height="16" viewBox="0 0 16 16"[^>]*(?:\/>|>\s*<\/svg>)$/.test(rest);
  const hasOwnFill = paths.some((attributes) => /\s(?:fill|fill-opacity|transform|stroke|opacity)=/.test(attributes));
  if (!isPlain || hasOwnFill) {
    throw new Error(`the icon ${name} is drawn with more than paths: ${svg.slice(0, 200)}`);
  }
  return paths.map((attributes) => roundPathNumbers(/\sd="([^"]*)"/.exec(attributes)?.[1] ?? '')).join('');
}

/** With coordinates to a hundredth of a pixel, which nobody sees and which takes a third less. */
function roundPathNumbers(path: string): string {
  return path.replaceAll(/(?<![.\d])\d+\.\d{3,}(?![.\d])/g, (number) => String(Number(Number(number).toFixed(2))));
}
