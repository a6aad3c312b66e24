import type { SearchFault, MessageTemplate } from './faults.ts';
import { valueFormats } from './valueFormats.ts';

/** Longer values are cut in a sentence: the editor shows them whole. */
const maxQuotedLength = 40;

export function describeSearchFault(fault: SearchFault): MessageTemplate {
  const sentence = describeSearchFaultInPlace(fault);
  const { filter } = fault;
  // These sentences speak of the text unless a filter is to blame.
  return Object.hasOwn(textOrFilterFaultMessages, fault.code) && filter !== undefined
    ? { message: `{0}: ${sentence.message}`, args: [filter] }
    : sentence;
}

export const textOrFilterFaultMessages = {
  controlCharacters: 'Tabs, line breaks and other control characters are not allowed in a search.',
  bracket: 'Square brackets are not allowed in a search, even in quotes.',
  unclosedQuote: 'A double quote is not closed.',
} as const;

export function fillPlaceholders({ message, args }: MessageTemplate): string {
  return message.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

/** The same for those who show it at its place: the filter to blame may go unnamed. */
export function describeSearchFaultInPlace(fault: SearchFault): MessageTemplate {
  switch (fault.code) {
    case 'notUnicode':
      return createMessageTemplate('This is an incomplete character and cannot be sent.');
    case 'filtersNotObject':
      return createMessageTemplate('The filters must be a JSON object.');
    case 'empty':
      return createMessageTemplate('The search is empty. Enter words or set a filter.');
    case 'oppositePair':
      return createMessageTemplate('{0} and {1} cannot be combined. Keep only one.', ...fault.filters);
    case 'controlCharacters':
      return createMessageTemplate(textOrFilterFaultMessages.controlCharacters);
    case 'tooLong':
      return createMessageTemplate(
        'The search has {0} characters, including its filters. The limit is {1}.',
        fault.length,
        fault.limit,
      );
    case 'bracket':
      return createMessageTemplate(textOrFilterFaultMessages.bracket);
    case 'unclosedQuote':
      return createMessageTemplate(textOrFilterFaultMessages.unclosedQuote);
    case 'unbalancedParenthesis':
      return fault.parenthesis === '('
        ? createMessageTemplate('This parenthesis is not closed.')
        : createMessageTemplate('This closing parenthesis has no opening parenthesis.');
    case 'unknownOperator':
      return fault.nearest === undefined
        ? createMessageTemplate(
            '"{0}:" is not a search operator; put the text in quotes to search for it.',
            clipQuotedText(fault.name),
          )
        : createMessageTemplate(
            '"{0}:" is not a search operator. Did you mean "{1}:"?',
            clipQuotedText(fault.name),
            fault.nearest,
          );
    case 'emptyOperatorValue':
      return createMessageTemplate('"{0}:" needs a value right after the colon.', fault.name);
    case 'filterFormat':
      return createMessageTemplate(
        `{0} takes ${valueFormats[fault.format].says}, not "{1}".`,
        fault.filter,
        clipQuotedText(fault.value),
      );
    case 'unknownFilter':
      return fault.nearest === undefined
        ? createMessageTemplate('Unknown filter: {0}.', clipQuotedText(fault.filter))
        : createMessageTemplate('Unknown filter: {0}. Did you mean {1}?', clipQuotedText(fault.filter), fault.nearest);
    case 'filterType':
      return createMessageTemplate(typeMessages[fault.type], fault.filter);
    case 'plusIsSpace':
      return createMessageTemplate('In a search with operators, the service reads every + as a space.');
    case 'operatorFormat':
      return createMessageTemplate(
        `"{0}:" takes ${valueFormats[fault.format].says}; "{1}" may find nothing.`,
        fault.name,
        clipQuotedText(fault.value),
      );
    case 'operatorChoice':
      return fault.nearest === undefined
        ? createMessageTemplate(
            '"{1}" is not a known value for "{0}:" and may be ignored.',
            fault.name,
            clipQuotedText(fault.value),
          )
        : createMessageTemplate(
            '"{1}" is not a known value for "{0}:". Did you mean "{2}"?',
            fault.name,
            clipQuotedText(fault.value),
            fault.nearest,
          );
    case 'danglingOr':
      return createMessageTemplate('OR needs a term on both sides.');
    case 'partialFilter':
      return createMessageTemplate('"{0}" applies only to its side of OR.', clipQuotedText(fault.operators));
    case 'emptyGroup':
      return createMessageTemplate('There is nothing between these parentheses.');
  }
}

const typeMessages = {
  string: '{0} takes a string in quotes, even for numbers.',
  'string[]': '{0} takes a list of strings.',
  number: '{0} takes a number without quotes.',
  boolean: '{0} takes true or false.',
} as const;

function createMessageTemplate(message: string, ...args: readonly (string | number)[]): MessageTemplate {
  return { message, args };
}

function clipQuotedText(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxQuotedLength ? text : `${characters.slice(0, maxQuotedLength - 1).join('')}…`;
}
