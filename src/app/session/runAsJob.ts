import type { BackgroundJob, JobEnd, JobProgress, JobRun } from './backgroundJob.ts';
import type { Run, Runs } from './runs.ts';

/** Work of several requests in the name of a run. */
export interface RunJob extends Pick<BackgroundJob, 'atMost' | 'endpoint' | 'gone' | 'onLetGo' | 'title'> {
  /** Makes the next request of the run. */
  readonly step: (run: Run, progress: JobProgress) => Promise<'more' | 'last'>;
  /** It begins, or goes on after it waited at the budget. */
  readonly onBegin: (run: JobRun) => void;
  /** It came to rest; its run is over. */
  readonly onEnd: (end: JobEnd) => void | Promise<void>;
}

/**
 * Makes several requests as a job, which waits at the budget, in runs of a name: one until it comes to rest, another one when a
 * person resumes it. Stop of the run stops the job. Does nothing while a run of that name is under way.
 */
export async function runAsJob(
  runs: Runs,
  name: string,
  runJob: (job: BackgroundJob) => Promise<JobEnd>,
  { step, onBegin, onEnd, ...rest }: RunJob,
): Promise<void> {
  let current = runs.begin(name);
  if (current === undefined) {
    return;
  }
  try {
    await runJob({
      ...rest,
      step: async (progress) => (current === undefined ? 'last' : await step(current.run, progress)),
      onRun: ({ ended, stop }) => {
        current ??= runs.begin(name);
        const run = current?.run;
        if (run === undefined || run.isStopping) {
          stop(); // before the job began, or because something else of this name is under way by now
        }
        run?.stopSignal.addEventListener('abort', stop, { once: true });
        onBegin({ ended, stop: () => runs.stop([name]) });
      },
      onEnd: async (end) => {
        current?.end();
        current = undefined;
        await onEnd(end);
      },
    });
  } finally {
    current?.end(); // it never began
  }
}
