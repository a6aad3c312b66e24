/** The runs of this workspace, newest first. */
export interface RememberedRun {
  readonly folder: string;
  readonly connection: string;
  /** "Followers" */
  readonly endpoint: string;
  /** "@ada_writes"; empty if the query has none. */
  readonly subject: string;
}

export const runsStateKey = 'socialData.collect.runs';

const responseIdPattern = /^collect:\d+:(.+)$/su;

export function toCollectedResponseId(folder: string, page: number): string {
  return `collect:${page}:${folder}`;
}

/** The run's folder; undefined for other responses' ids. */
export function parseCollectedFolder(id: string): string | undefined {
  return responseIdPattern.exec(id)?.[1];
}
