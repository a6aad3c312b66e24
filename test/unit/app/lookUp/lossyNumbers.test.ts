import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IncrementalLossyNumberScanner } from '../../../../src/app/lookUp/lossyNumbers.ts';
import type { SourceLanguage } from '../../../../src/app/lookUp/scanLossyNumbers.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const id = '1649191520250245121';

function scan(
  numbers: IncrementalLossyNumberScanner,
  lines: readonly string[],
  onRead: (line: number) => void = () => undefined,
) {
  const steps = numbers.scan(lines.length, (line) => {
    onRead(line);
    return lines[line] ?? '';
  });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What is found in a text, as it is written there. */
function found(text: string, language: SourceLanguage = 'script'): readonly string[] {
  const lines = text.split('\n');
  return scan(new IncrementalLossyNumberScanner(language), lines).map(
    ({ line, start, end }) => lines[line]?.slice(start, end) ?? '',
  );
}

describe('integers that lose digits', () => {
  it('begin above 2^53 − 1, with underscores or without', () => {
    assert.deepEqual(found('[9007199254740991, 9007199254740992, 9_007_199_254_740_993, 10000000000000000]'), [
      '9007199254740992',
      '9_007_199_254_740_993',
      '10000000000000000',
    ]);
  });

  it('are no fractions, powers, BigInts, hexadecimals or parts of names', () => {
    assert.deepEqual(found(`${id}.5 .${id} ${id}n 0x1649191520250245121 1e30 a${id} $${id} é${id}`), []);
  });

  it('are none in strings, comments, regular expressions and the texts of templates', () => {
    const text = [
      `'${id}' "\\"${id}" // ${id}`,
      `/* ${id}`,
      `${id} */ ${id}`,
      `x = /[/${id}]'/.test(y) + \`\${ f({ a: ${id} }) } ${id}`,
      `${id}\` + ${id}`,
      `a / ${id} / b`,
      `return /'${id}/`,
    ].join('\n');
    assert.deepEqual(found(text), [id, id, id, id]);
  });

  it('are found behind the text of an element, whatever apostrophe stands in it', () => {
    assert.deepEqual(found(`<p>don't</p>\n<a id={${id}} />`), [id]);
  });

  it('are found in JSON with their minus, and with comments around', () => {
    assert.deepEqual(found(`{"id": ${id}, "b": "${id}", 'c': [-${id}] // ${id}\n}`, 'json'), [id, `-${id}`]);
  });

  it('know the minus of an expression, for which a string is no substitute', () => {
    const [negated, subtracted] = scan(new IncrementalLossyNumberScanner('script'), [`f(-${id}, a - ${id})`]);
    assert.deepEqual([negated?.isNegated, subtracted?.isNegated], [true, false]);
  });

  it('are the same after any changes as in the text read from its start', () => {
    const line = fc.array(fc.constantFrom('`', '${', '}', '/*', '*/', "'", '/', id, ' ', 'a', '{', '//'), {
      maxLength: 6,
    });
    const lines = fc.array(
      line.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 6 },
    );
    const change = fc.record({ at: fc.nat(10), removed: fc.nat(3), added: lines });
    fc.assert(
      fc.property(lines, fc.array(change, { maxLength: 4 }), (first, changes) => {
        const numbers = new IncrementalLossyNumberScanner('script');
        let text = [...first];
        scan(numbers, text);
        for (const { at, removed, added } of changes) {
          const from = Math.min(at, text.length - 1);
          const to = Math.min(from + removed, text.length - 1);
          numbers.replace(from, to, added.length);
          text = text.toSpliced(from, to - from + 1, ...added);
          assert.deepEqual(scan(numbers, text), scan(new IncrementalLossyNumberScanner('script'), text));
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are looked for again only in the lines that a change touched', () => {
    const lines = Array.from({ length: 1_000 }, () => `f(${id});`);
    const numbers = new IncrementalLossyNumberScanner('script');
    scan(numbers, lines);
    const read: number[] = [];
    numbers.replace(500, 500, 2);
    const found = scan(numbers, lines.toSpliced(500, 1, 'a;', 'b;'), (line) => read.push(line));
    assert.deepEqual(read, [500, 501]);
    assert.equal(found.length, 999);
    assert.equal(found.at(-1)?.line, 1_000);
  });

  it('end where nobody reads on: a thousand, and two million characters', () => {
    assert.equal(found(`${id},`.repeat(3_000)).length, 1_000);
    assert.deepEqual(found(`${' '.repeat(2_000_000)} ${id}`), []);
  });
});
