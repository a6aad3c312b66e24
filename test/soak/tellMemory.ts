// Loaded into the process of a sandbox before its program: says at each message how much memory the process takes, and how long
// its thread computed at most from one answer to the probe's path to the next; ends with its parent.
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { startCpuTimer } from '../support/measureCpuMs.ts';

/** What the process says. The probe asks again as soon as it was answered: what is computed meanwhile is at least what it waited for. */
export interface Told {
  readonly rss: number;
  readonly probes: number;
  readonly maxCpuMs: number;
}

let spentMs: (() => number) | undefined;
let probes = 0;
let maxCpuMs = 0;

subscribe('http.server.response.finish', (message) => {
  const { response } = message as { readonly response: ServerResponse }; // what this channel says
  if (response.req.headers['x-probe'] === undefined) return;
  if (spentMs !== undefined) maxCpuMs = Math.max(maxCpuMs, spentMs());
  probes += 1;
  spentMs = startCpuTimer();
});
process.on('message', () => {
  const told: Told = { rss: process.memoryUsage().rss, probes, maxCpuMs };
  process.send?.(told);
});
process.on('disconnect', () => process.exit());
