import type { Endpoint, Format } from '../../client/endpoint.ts';
import type { RawUser } from '../upstream/rawUser.ts';
import type { PageEdges } from '../upstream/timeline.ts';
import type { World } from '../world/world.ts';

/** One call as an answerer sees it: routed, authenticated and charged. */
export interface SandboxQuestion<Name extends string = string> {
  readonly endpoint: Endpoint;
  /** Decoded texts of path and query by parameter name: aliases folded, the first of several wins, empty ones dropped. */
  readonly params: { readonly [N in Name]?: string };
  /** The parsed JSON body of a POST that reads it; undefined otherwise. */
  readonly body: unknown;
  readonly format: Format;
  /** True when it came through a path that skips the control-character check (`/search_v2`). */
  readonly lenientSearch: boolean;
  readonly world: World;
  /** The layout of the upstream platform's users in raw answers (assumption 4.12). */
  readonly rawUser: RawUser;
  /** Says in `X-Sandbox-Note` what was ignored or guessed. */
  readonly note: (text: string) => void;
}

/** What an answerer gives back; the server turns it into status, headers and bytes. */
export type SandboxAnswer =
  /** A whole body, in the shape of the row. */
  | { readonly kind: 'body'; readonly body: unknown }
  /** One page of a sequence; the server cuts the page, makes the cursors and calls `toBody`. */
  | {
      readonly kind: 'sequence';
      readonly length: number;
      /** The page size for this call, the parameter's hint already applied (assumptions 1.11, 1.12, 7.3). */
      readonly pageSize: number;
      readonly toBody: (page: AnswerPage) => unknown;
      /** The body of what an item of the sequence leaves out, asked for by the cursor of `restOf`; undefined where nothing is left out. */
      readonly restToBody?: (index: number) => unknown;
    };

/** One page: where it stands, and the cursors of the simple format. */
export interface AnswerPage extends PageEdges {
  readonly next: string | null;
  readonly previous: string | null;
  /** True for the page that no cursor was given for. */
  readonly isFirst: boolean;
  /** The cursor to what the item at an index of the sequence leaves out. */
  readonly restOf: (index: number) => string;
}

/**
 * Answers one endpoint. Pure: the same question gets the same answer.
 * @throws RefusalError for an error of the service
 */
export type Answerer<Name extends string = string> = (question: SandboxQuestion<Name>) => SandboxAnswer;
