import { valueFormats, type ValueFormatName } from './valueFormats.ts';
import type { FilterDefinition } from './filters.ts';
import type { TextSpan } from './tokenizeQuery.ts';

/** A sentence with placeholders (`{0}`), ready for translation. */
export interface MessageTemplate {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

/** A change to the text that fixes an issue. Edits don't overlap. */
export interface SearchFix {
  readonly title: MessageTemplate;
  readonly edits: readonly QueryTextEdit[];
}

export interface QueryTextEdit extends TextSpan {
  readonly text: string;
}

/** `notUnicode`: a lone surrogate, which URLs can't contain. */
type FaultCodeWithoutFacts =
  | ('notUnicode' | 'filtersNotObject' | 'empty' | 'controlCharacters' | 'bracket')
  | ('unclosedQuote' | 'plusIsSpace' | 'danglingOr' | 'emptyGroup');

interface SearchFaultFacts extends Readonly<Record<FaultCodeWithoutFacts, object>> {
  readonly oppositePair: { readonly filters: readonly [string, string] };
  readonly tooLong: { readonly length: number; readonly limit: number };
  readonly unbalancedParenthesis: { readonly parenthesis: '(' | ')' };
  readonly unknownOperator: { readonly name: string; readonly nearest?: string };
  readonly emptyOperatorValue: { readonly name: string };
  readonly filterFormat: { readonly filter: string; readonly value: string; readonly format: ValueFormatName };
  /** The service would ignore these two, and charge for a search without the filter. */
  readonly unknownFilter: { readonly filter: string; readonly nearest?: string };
  readonly filterType: { readonly filter: string; readonly type: FilterDefinition['type'] };
  readonly operatorFormat: { readonly name: string; readonly value: string; readonly format: ValueFormatName };
  readonly operatorChoice: { readonly name: string; readonly value: string; readonly nearest?: string };
  /** Adjacent terms bind tighter than OR, so an operator or filter may apply to one side only. */
  readonly partialFilter: { readonly operators: string };
}

export type SearchFaultCode = keyof SearchFaultFacts;

/**
 * An issue in a query, with its span in the text in UTF-16 units. If it is in a filter, `filter` is its key and the span is
 * empty at the end of the text, where the filter's operator would be. The best fix is first.
 */
type SearchFaultOfCode<C extends SearchFaultCode> = TextSpan &
  SearchFaultFacts[C] & { readonly code: C; readonly filter?: string; readonly fixes: readonly SearchFix[] };

export type SearchFault = { readonly [C in SearchFaultCode]: SearchFaultOfCode<C> }[SearchFaultCode];

/** The status that the service rejects the query with, in the order of its checks (assumption 5.0); null if it accepts the query. */
export const refusalStatusByFaultCode: Readonly<Record<SearchFaultCode, 400 | 422 | null>> = {
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

/** Longer values are shortened in sentences. */
const maxQuotedLength = 40;

export function describeSearchFault(fault: SearchFault): MessageTemplate {
  const sentence = describeSearchFaultInPlace(fault);
  const { filter } = fault;
  // these sentences are about the text unless `filter` is set
  return Object.hasOwn(textOrFilterFaultMessages, fault.code) && filter !== undefined
    ? { message: `{0}: ${sentence.message}`, args: [filter] }
    : sentence;
}

export const textOrFilterFaultMessages = {
  controlCharacters: "Tabs, line breaks, and other control characters aren't allowed in a search.",
  bracket: "Square brackets aren't allowed in a search, even in quotes.",
  unclosedQuote: "A double quote isn't closed.",
} as const;

export function fillPlaceholders({ message, args }: MessageTemplate): string {
  return message.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

/** Describes an issue without its filter, for display at the filter itself. */
export function describeSearchFaultInPlace(fault: SearchFault): MessageTemplate {
  switch (fault.code) {
    case 'notUnicode':
      return createMessageTemplate("This character is incomplete and can't be sent.");
    case 'filtersNotObject':
      return createMessageTemplate('The filters must be a JSON object.');
    case 'empty':
      return createMessageTemplate('The search is empty. Enter words or set a filter.');
    case 'oppositePair':
      return createMessageTemplate("{0} and {1} can't be combined. Remove one.", ...fault.filters);
    case 'controlCharacters':
    case 'bracket':
    case 'unclosedQuote':
      return createMessageTemplate(textOrFilterFaultMessages[fault.code]);
    case 'tooLong':
      return createMessageTemplate(
        'The search has {0} characters, including filters. The limit is {1}.',
        fault.length,
        fault.limit,
      );
    case 'unbalancedParenthesis':
      return fault.parenthesis === '('
        ? createMessageTemplate("This parenthesis isn't closed.")
        : createMessageTemplate('This closing parenthesis has no opening parenthesis.');
    case 'unknownOperator':
      return fault.nearest === undefined
        ? createMessageTemplate(
            "'{0}:' isn't a search operator. To search for it, put the text in quotes.",
            clipQuotedText(fault.name),
          )
        : createMessageTemplate(
            "'{0}:' isn't a search operator. Did you mean '{1}:'?",
            clipQuotedText(fault.name),
            fault.nearest,
          );
    case 'emptyOperatorValue':
      return createMessageTemplate("'{0}:' must be followed by a value.", fault.name);
    case 'filterFormat':
      return createMessageTemplate(describeFormat(fault.format), fault.filter, clipQuotedText(fault.value));
    case 'unknownFilter':
      return fault.nearest === undefined
        ? createMessageTemplate('Unknown filter: {0}.', clipQuotedText(fault.filter))
        : createMessageTemplate('Unknown filter: {0}. Did you mean {1}?', clipQuotedText(fault.filter), fault.nearest);
    case 'filterType':
      return createMessageTemplate(typeMessages[fault.type], fault.filter);
    case 'plusIsSpace':
      return createMessageTemplate('In a search with operators, the service treats + as a space.');
    case 'operatorFormat':
      return createMessageTemplate(describeFormat(fault.format), `'${fault.name}:'`, clipQuotedText(fault.value));
    case 'operatorChoice':
      return fault.nearest === undefined
        ? createMessageTemplate(
            "'{1}' isn't a known value for '{0}:' and may be ignored.",
            fault.name,
            clipQuotedText(fault.value),
          )
        : createMessageTemplate(
            "'{1}' isn't a known value for '{0}:'. Did you mean '{2}'?",
            fault.name,
            clipQuotedText(fault.value),
            fault.nearest,
          );
    case 'danglingOr':
      return createMessageTemplate('OR needs a term on both sides.');
    case 'partialFilter':
      return createMessageTemplate("'{0}' applies only to its side of OR.", clipQuotedText(fault.operators));
    case 'emptyGroup':
      return createMessageTemplate('These parentheses are empty.');
  }
}

/** @returns a sentence about a value in the wrong format, for {0} (a filter or an operator) and its value {1} */
function describeFormat(format: ValueFormatName): string {
  return `{0} must be ${valueFormats[format].says}, not '{1}'.`;
}

const typeMessages = {
  string: '{0} must be a string in quotes, even for numbers.',
  'string[]': '{0} must be a list of strings.',
  number: '{0} must be a number without quotes.',
  boolean: '{0} must be true or false.',
} as const;

function createMessageTemplate(message: string, ...args: readonly (string | number)[]): MessageTemplate {
  return { message, args };
}

function clipQuotedText(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxQuotedLength ? text : `${characters.slice(0, maxQuotedLength - 1).join('')}…`;
}

/** Errors must not be sent: the service would reject the query, or run a different one. */
export function getSearchFaultSeverity(fault: Pick<SearchFault, 'code'>): 'error' | 'warning' {
  const refused = refusalStatusByFaultCode[fault.code] !== null || fault.code === 'unknownFilter' || fault.code === 'filterType';
  return refused ? 'error' : 'warning';
}
