import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';

/** A main-thread task, as recorded by the browser. */
export interface MainThreadTask {
  /** The elapsed time, which on a busy machine is mostly waiting. */
  readonly wallMs: number;
  /** The CPU time. */
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const marks = { begin: 'social-data-measured-begin', end: 'social-data-measured-end' } as const;

/**
 * Runs a script in a webview or the workbench, and returns its result with the main-thread tasks during the run. Collects garbage
 * first, so earlier work isn't measured.
 * @param script the body of an async function
 * @throws AssertionError if the browser didn't record tasks or CPU times
 */
export async function mainThreadTasks(
  page: Page,
  frame: Pick<FrameLocator, 'locator'>,
  script: string,
): Promise<{ readonly result: unknown; readonly tasks: readonly MainThreadTask[] }> {
  const browser = page.context().browser();
  assert.ok(browser, 'a page of a browser');
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  const result: unknown = await frame.locator('body').evaluate(`(async () => {
    performance.mark('${marks.begin}');
    const result = await (async () => { ${script} })();
    performance.mark('${marks.end}');
    return result;
  })()`);
  return { result, tasks: readTasks(await browser.stopTracing()) };
}

function readTasks(trace: Buffer): readonly MainThreadTask[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const [begin, end] = [marks.begin, marks.end].map((mark) => traceEvents.find(({ name }) => name === mark));
  assert.ok(begin && end, 'the trace has the marks');
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === begin.pid && tid === begin.tid && ts + dur > begin.ts && ts < end.ts,
  );
  assert.ok(
    tasks.some(({ tdur }) => tdur !== undefined),
    'the trace has the time that tasks computed',
  );
  // without a CPU time, the elapsed time is used
  return tasks.map(({ dur = 0, tdur = dur }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 }));
}
