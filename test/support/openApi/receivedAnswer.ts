/** An answer as its caller got it; plain data, so that it can be kept in a file. */
export interface ReceivedAnswer {
  readonly method: string;
  /** Path and query behind the origin: "/primary/search?…". */
  readonly target: string;
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The caller asked for an error on purpose, by a reserved key. */
  readonly isErrorRequested: boolean;
}
