import type { Drawing } from '../../results/plots/drawPlot.ts';
import { colourOf, type PlotColours } from '../../results/plots/toSvg.ts';

/** The colours of the theme, as they are now. */
export function themeColours(): PlotColours {
  const style = getComputedStyle(document.body);
  const of = (name: string, other: string) => {
    const found = style.getPropertyValue(name).trim();
    return found === '' ? other : found;
  };
  return {
    background: of('--vscode-editor-background', '#ffffff'),
    ink: of('--vscode-foreground', '#333333'),
    line: of('--vscode-descriptionForeground', '#888888'),
    series: ['blue', 'orange', 'green', 'purple', 'red', 'yellow'].map((name) => of(`--vscode-charts-${name}`, 'gray')),
  };
}

/** A drawing as a PNG, in base64; twice as fine as on the screen. */
export function toPng({ width, height, shapes }: Drawing, colours: PlotColours): string {
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const pen = canvas.getContext('2d');
  if (pen === null) {
    return '';
  }
  pen.scale(2, 2);
  pen.fillStyle = colours.background;
  pen.fillRect(0, 0, width, height);
  pen.lineWidth = 2;
  for (const shape of shapes) {
    switch (shape.kind) {
      case 'rect':
        pen.fillStyle = colourOf(shape.colour, colours);
        pen.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case 'path':
        pen.strokeStyle = colourOf(shape.colour, colours);
        pen.beginPath();
        shape.points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
        pen.stroke();
        break;
      case 'text':
        pen.fillStyle = colours.ink;
        pen.font = `${shape.bold === true ? 'bold ' : ''}12px sans-serif`;
        pen.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
        pen.fillText(shape.text, shape.x, shape.y);
        break;
    }
  }
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
