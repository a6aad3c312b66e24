// Measures memory in its own process: `node readInChild.ts <parse|read> <file>`. Prints what was found and the peak memory in
// kilobytes.
import { readFileSync } from 'node:fs';
import { readUpstream } from '../../../../../src/client/upstream/readUpstream.ts';

const [, , what, file = ''] = process.argv;
const text = readFileSync(file, 'utf8');
const result: unknown = what === 'read' ? readUpstream(text) : JSON.parse(text);
const found = typeof result === 'object' && result !== null && 'records' in result ? result.records : [];
process.stdout.write(
  JSON.stringify({ records: Array.isArray(found) ? found.length : 0, peakKilobytes: process.resourceUsage().maxRSS }),
);
