/** An element of SVG as data: the page makes elements of its document from it, and a file is written from the same. */
export interface SvgNode {
  readonly name: 'svg' | 'title' | 'desc' | 'g' | 'rect' | 'path' | 'line' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgNode | string)[];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** @param attributes coordinates are rounded to a tenth of a pixel; undefined ones are left out */
export function svgNode(name: SvgNode['name'], attributes: Attributes, ...children: SvgNode['children']): SvgNode {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, typeof value === 'number' ? String(roundPixel(value)) : value] as const],
  );
  return { name, attributes: Object.fromEntries(written), children };
}

export function roundPixel(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * A drawing as a document of its own.
 * @param resolve the value of a CSS variable, which a file does not have, and what is taken where the theme has none
 */
export function formatSvg(node: SvgNode, resolve: (variable: string, other: string) => string): string {
  const resolved = (value: string) =>
    value.replaceAll(/var\((--[\w-]+)(?:, (#\w+))?\)/g, (_, variable: string, other = '') => resolve(variable, String(other)));
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXml(resolved(value))}"`);
  const children = node.children.map((child) => (typeof child === 'string' ? escapeXml(child) : formatSvg(child, resolve)));
  const space = node.name === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  return `<${node.name}${space}${attributes.join('')}>${children.join('')}</${node.name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that no document of XML may hold, not even escaped, are replaced: one of them would make the file unreadable. */
function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
  );
}
