import type { Endpoint, AnswerFormat } from '../../client/endpoint.ts';
import type { RawUserLayout } from '../upstream/rawUserLayout.ts';
import type { PageBounds } from '../upstream/timeline.ts';
import type { SandboxWorld } from '../world/world.ts';
import type * as z from 'zod';
import type * as table from '../../client/endpoints/table.ts';

export type AnswererParams<Name extends string> = {
  readonly [N in Name]: N extends 'count' | 'limit' ? number : string | undefined;
};

export interface QuestionWithParams<P> {
  readonly endpoint: Endpoint;
  readonly params: P;
  readonly body: unknown;
  readonly format: AnswerFormat;
  /** True when it came through a path that skips the control-character check (`/search_v2`). */
  readonly isSearchLenient: boolean;
  readonly world: SandboxWorld;
  readonly rawUserLayout: RawUserLayout;
  readonly note: (text: string) => void;
}

export type SandboxQuestion<Name extends string = never> = QuestionWithParams<AnswererParams<Name>>;

/** What an answerer gives back; the server turns it into status, headers and bytes. */
export type AnswererResult =
  | { readonly kind: 'body'; readonly body: unknown }
  /** One page of a sequence; the server cuts the page, makes the cursors and calls `toBody`. */
  | {
      readonly kind: 'sequence';
      readonly length: number;
      /** The page size for this call, the parameter's hint already applied (assumptions 1.11, 1.12, 7.3). */
      readonly pageSize: number;
      readonly toBody: (page: AnswerPage) => unknown;
      /** The body of what an item of the sequence leaves out, asked for by the cursor of direction `rest`; undefined where nothing is left out. */
      readonly toRestBody?: (index: number) => unknown;
    };

export interface AnswerPage extends PageBounds {
  readonly next: string | null;
  readonly previous: string | null;
  readonly isFirst: boolean;
  readonly cursorToRest: (index: number) => string;
}

export type AnswererWithParams<P> = {
  // a method, whose parameters TypeScript compares both ways: a row's answerer is one of many that are called alike
  answer(question: QuestionWithParams<P>): AnswererResult;
}['answer'];

export type Answerer<Name extends string = string> = AnswererWithParams<
  string extends Name ? Readonly<Record<string, unknown>> : AnswererParams<Name>
>;

type EndpointTable = typeof table;

export type RowName = { readonly [K in keyof EndpointTable]: EndpointTable[K] extends Endpoint ? K : never }[keyof EndpointTable];

type RowParamShape<N extends RowName> = EndpointTable[N]['params']['shape'];

/** The value that `readParams` returns: a page size, a yes or no, one of the row's words, or else the text that was sent. */
type ParsedParamValue<Name, V> = Name extends 'count' | 'limit'
  ? number
  : [V] extends [boolean]
    ? boolean
    : string extends V
      ? string | undefined
      : [V] extends [string]
        ? V | undefined
        : string | undefined;

/** Answers one row. Parameters and words that the row does not have do not compile. */
export type EndpointAnswerer<N extends RowName> = AnswererWithParams<RowParams<N>>;
export type EndpointQuestion<N extends RowName> = QuestionWithParams<RowParams<N>>;

type RowParams<N extends RowName> = {
  readonly [K in keyof RowParamShape<N>]: RowParamShape<N>[K] extends z.ZodType
    ? ParsedParamValue<K, NonNullable<z.output<RowParamShape<N>[K]>>>
    : never;
};

export interface AnswerDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly answerers: Readonly<Record<string, Answerer>>;
  readonly world: SandboxWorld;
}
