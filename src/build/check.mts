// `npm run check`: every guard, one line each; ends with 1 when one of them found something.
// `--json FILE` also writes [{ name, ok, ms }]; `--root DIR` checks another project; names after the options choose guards.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Finding, type Guard, guards } from './guards.ts';

interface Outcome extends Finding {
  readonly name: string;
  readonly ms: number;
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, root: { type: 'string' } },
  allowPositionals: true,
});
const root = values.root ?? path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const unknown = positionals.filter((name) => !guards.some((guard) => guard.name === name));
if (unknown.length > 0) {
  console.error(`No such guard: ${unknown.join(', ')}. There are: ${guards.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
const outcomes = await runAll(guards.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));
const failed = outcomes.filter(({ ok }) => !ok);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `check: all ${outcomes.length} guards hold (${seconds} s)`
    : `check: ${failed.length} of ${outcomes.length} guards failed (${seconds} s)`,
);
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify(outcomes.map(({ name, ok, ms }) => ({ name, ok, ms })))}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** Two at a time: the tools use several threads themselves. Each is shown as it ends; the outcomes are in the guards' order. */
async function runAll(all: readonly Guard[]): Promise<readonly Outcome[]> {
  const waiting = [...all];
  const done: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const outcome = await runOne(guard);
      show(outcome);
      done.push(outcome);
    }
  };
  await Promise.all([lane(), lane()]);
  return done.toSorted((a, b) => order(all, a) - order(all, b));
}

function order(all: readonly Guard[], { name }: Outcome): number {
  return all.findIndex((guard) => guard.name === name);
}

async function runOne(guard: Guard): Promise<Outcome> {
  const begin = performance.now();
  const finding = await guard.run(root).catch((error: unknown): Finding => ({ ok: false, report: `${String(error)}\n` }));
  return { ...finding, name: guard.name, ms: Math.round(performance.now() - begin) };
}

function show({ name, ok, ms, report }: Outcome): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${(ms / 1000).toFixed(1)} s`);
  if (!ok) {
    console.log(report.trimEnd().replaceAll(/^/gm, '        '));
  }
}
