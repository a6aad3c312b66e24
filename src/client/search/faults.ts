import type { FilterDefinition } from './filters.ts';
import type { ValueFormatName } from './valueFormats.ts';
import type { TextSpan } from './tokenizeQuery.ts';

/** A sentence for people and its facts, `{0}` being the first: ready for translation. */
export interface MessageTemplate {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

/** A change of the text that takes a fault away. Edits do not overlap. */
export interface SearchFix {
  readonly title: MessageTemplate;
  readonly edits: readonly QueryTextEdit[];
}

export interface QueryTextEdit extends TextSpan {
  readonly text: string;
}

/** The facts of each kind of fault, in the order in which the service looks for them (assumption 5.0). */
export interface SearchFaultFacts {
  /** Half a character, which no address can carry. */
  readonly notUnicode: object;
  readonly filtersNotObject: object;
  readonly empty: object;
  readonly oppositePair: { readonly filters: readonly [string, string] };
  readonly controlCharacters: object;
  readonly tooLong: { readonly length: number; readonly limit: number };
  readonly bracket: object;
  readonly unclosedQuote: object;
  readonly unbalancedParenthesis: { readonly parenthesis: '(' | ')' };
  readonly unknownOperator: { readonly name: string; readonly nearest?: string };
  readonly emptyOperatorValue: { readonly name: string };
  readonly filterFormat: { readonly filter: string; readonly value: string; readonly format: ValueFormatName };
  /** The service would pass over these two; paying for a search without the filter is no one's wish. */
  readonly unknownFilter: { readonly filter: string; readonly nearest?: string };
  readonly filterType: { readonly filter: string; readonly type: FilterDefinition['type'] };
  readonly plusIsSpace: object;
  readonly operatorFormat: { readonly name: string; readonly value: string; readonly format: ValueFormatName };
  readonly operatorChoice: { readonly name: string; readonly value: string; readonly nearest?: string };
  readonly danglingOr: object;
  /** Side by side binds tighter than OR: an operator at its end, or a filter, narrows one side and not the whole. */
  readonly partialFilter: { readonly operators: string };
  readonly emptyGroup: object;
}

export type SearchFaultCode = keyof SearchFaultFacts;

/**
 * Something wrong with a query. The span is in the text as written, in UTF-16 units; where a filter is
 * to blame, `filter` names its key and the span is the empty one at the end of the text, where the
 * filter's operator would stand. Fixes come best first.
 */
export type SearchFaultOfCode<C extends SearchFaultCode> = TextSpan &
  SearchFaultFacts[C] & { readonly code: C; readonly filter?: string; readonly fixes: readonly SearchFix[] };

export type SearchFault = { readonly [C in SearchFaultCode]: SearchFaultOfCode<C> }[SearchFaultCode];

/** What the service makes of a fault: the status it refuses with, or null where it takes the query. */
const refusalStatusByFaultCode: Readonly<Record<SearchFaultCode, 400 | 422 | null>> = {
  notUnicode: 400,
  filtersNotObject: 400,
  empty: 400,
  oppositePair: 422,
  controlCharacters: 422,
  tooLong: 422,
  bracket: 422,
  unclosedQuote: 422,
  unbalancedParenthesis: 422,
  unknownOperator: 422,
  emptyOperatorValue: 422,
  filterFormat: 422,
  unknownFilter: null,
  filterType: null,
  plusIsSpace: null,
  operatorFormat: null,
  operatorChoice: null,
  danglingOr: null,
  emptyGroup: null,
  partialFilter: null,
};

/** Every code, in the order of the service's checks; what the service takes comes last. */
export const searchFaultCodes: readonly SearchFaultCode[] = Object.keys(refusalStatusByFaultCode).filter(
  (code): code is SearchFaultCode => code in refusalStatusByFaultCode,
);

/** The status that the service refuses the query with, null when it would take it all the same. */
export function getSearchRefusalStatus(fault: Pick<SearchFault, 'code'>): 400 | 422 | null {
  return refusalStatusByFaultCode[fault.code];
}

/** Errors must not be sent: they cost a refusal, or a response to another query. Warnings may. */
export function getSearchFaultSeverity(fault: Pick<SearchFault, 'code'>): 'error' | 'warning' {
  const refused = getSearchRefusalStatus(fault) !== null || fault.code === 'unknownFilter' || fault.code === 'filterType';
  return refused ? 'error' : 'warning';
}
