// `npm run generate`: writes the files and parts of files that are made from the catalogue.
// `--check` writes nothing, names the stale ones and ends with 1 if there are any.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endpoints } from '../client/endpoints/table.ts';
import { type GeneratedFile, generatedFiles } from './generatedFiles.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
const root = values.root ?? path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const faults = (await Promise.all(generatedFiles.map((file) => settle(file, values.check)))).filter(
  (fault) => fault !== undefined,
);
for (const fault of faults) {
  console.error(fault);
}
process.exitCode = faults.length === 0 ? 0 : 1;

/** Writes one file, or compares it. @returns what is wrong with it, if anything is */
async function settle({ path: name, make }: GeneratedFile, checkOnly: boolean): Promise<string | undefined> {
  const file = path.join(root, name);
  const current = await textOf(file);
  let made: string;
  try {
    made = make(endpoints, current);
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (made === current) {
    return undefined;
  }
  if (checkOnly) {
    return `${name} is stale: run npm run generate`;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, made);
  console.log(`${name} written`);
  return undefined;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
