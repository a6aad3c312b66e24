import { type SvgNode, formatSvg } from '../../results/plots/plotDrawing.ts';

/** A drawing as elements of the page, whose colours follow the theme. */
export function toElement(node: SvgNode): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', node.name);
  for (const [name, value] of Object.entries(node.attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...node.children.map((child) => (typeof child === 'string' ? child : toElement(child))));
  return element;
}

/** A drawing as a file, in the colours that the theme has now. */
export function toSvgFile(node: SvgNode): string {
  const style = getComputedStyle(document.body);
  const pen = penOf(1, 1);
  return formatSvg(node, (variable, other) => {
    const found = style.getPropertyValue(variable).trim();
    const value = found === '' ? other : found;
    return variable.endsWith('-font-family') ? value : opaqueColour(pen, style, value);
  });
}

/** A drawing as a PNG in base64, twice as fine as on the screen. */
export async function toPng(node: SvgNode, width: number, height: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(toSvgFile(node))}`;
  await image.decode();
  const pen = penOf(width * 2, height * 2);
  pen.drawImage(image, 0, 0, width * 2, height * 2);
  return pen.canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}

/** A colour of a theme may have any form and let through what is below it; readers of files know few forms. */
function opaqueColour(pen: CanvasRenderingContext2D, style: CSSStyleDeclaration, colour: string): string {
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, 1, 1);
  // what is no colour leaves the one before
  pen.fillStyle = style.color;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, 1, 1);
  return `#${Array.from(data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function penOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) {
    throw new Error('This browser cannot draw pictures.');
  }
  return pen;
}
