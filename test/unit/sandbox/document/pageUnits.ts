/** A page's sentences, table rows, examples, and generated lines. */
export function pageUnits(page: string): readonly string[] {
  const units: string[] = [];
  let paragraph: string[] = [];
  let code: string[] | undefined;
  let isGenerated = false;
  const lines = page.split('\n');
  const endParagraph = (): void => {
    const text = paragraph.join(' ');
    // a sentence ends before a capital letter, a number, or code; code doesn't contain sentences
    const plain = text.replaceAll(/`[^`]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``);
    const starts = [0, ...[...plain.matchAll(/(?<=[.?!]) +(?=[A-Z`\d])/g)].map(({ index, 0: gap }) => index + gap.length)];
    units.push(...starts.map((start, at) => text.slice(start, starts[at + 1]).trim()).filter((sentence) => sentence !== ''));
    paragraph = [];
  };
  lines.forEach((line, at) => {
    if (line.startsWith('```')) {
      endParagraph();
      if (code !== undefined) units.push(code.join('\n'));
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) {
      code.push(line);
    } else if (line.startsWith('<!--')) {
      endParagraph();
      isGenerated = line.includes(':start');
    } else if (line.startsWith('#') || line.startsWith('|') || line.trim() === '') {
      endParagraph();
      const isHead = lines[at + 1]?.startsWith('| ---') === true || line.startsWith('| ---');
      if (line.startsWith('|') && !isHead) units.push(line);
    } else {
      if (line.startsWith('- ') || isGenerated) endParagraph();
      if (isGenerated) units.push(line);
      else paragraph.push(line.trim().replace(/^- /, ''));
    }
  });
  endParagraph();
  return units;
}
