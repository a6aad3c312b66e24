import { type Operator, findOperatorByName, operators } from '../../../client/search/operators.ts';
import { tokenizeQuery } from '../../../client/search/tokenizeQuery.ts';

export interface Completion {
  readonly text: string;
  /** The name of a language, or an English text to translate; may be empty. */
  readonly detail: string;
}

export interface Completions {
  /** What an accepted one takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

/** More than a person reads through. */
const maxItems = 40;

/**
 * What could be typed at the caret: operators, the known values of the one before the colon, and known handles.
 * @param handles handles that are known without a call, without `@`
 * @param language the person's, for the names of languages
 */
export function completeQuery(text: string, caret: number, handles: readonly string[] = [], language = 'en'): Completions {
  const none = { from: caret, to: caret, items: [] };
  const token = tokenizeQuery(text).find(({ from, to }) => from < caret && caret <= to);
  if (token === undefined) {
    return none;
  }
  const { from, to } = token;
  /** Those that go on with what is typed from a place on. */
  const fitting = (start: number, items: readonly Completion[]): Completions => {
    const typed = text.slice(start, caret).toLowerCase();
    const fit = items.filter((item) => item.text.toLowerCase().startsWith(typed));
    const isTyped = ({ text: offered }: Completion) => offered.toLowerCase() === typed;
    const longer = fit.filter((item) => !isTyped(item));
    // the first one is accepted by Enter: what is typed in full comes first
    return { from: start, to, items: longer.length === 0 ? [] : [...fit.filter(isTyped), ...longer].slice(0, maxItems) };
  };
  switch (token.kind) {
    case 'word':
    case 'mention':
      return token.kind === 'mention' || token.text.startsWith('@')
        ? fitting(
            from,
            handles.map((handle) => ({ text: `@${handle}`, detail: '' })),
          )
        : fitting(
            from,
            operators.map(({ name, description }) => ({ text: `${name}:`, detail: description })),
          );
    case 'operator': {
      const operator = findOperatorByName(token.name);
      return operator === undefined || token.quoted || caret < token.valueFrom
        ? none
        : fitting(token.valueFrom, listValueCompletions(operator, handles, { isEmpty: caret === token.valueFrom, language }));
    }
    case 'open':
    case 'close':
    case 'minus':
    case 'or':
    case 'phrase':
    case 'hashtag':
      return none;
  }
}

/** An example is offered only where no value is typed: it would take the place of a number that begins like it. */
function listValueCompletions(
  { kind, values, example }: Operator,
  handles: readonly string[],
  { isEmpty, language }: { readonly isEmpty: boolean; readonly language: string },
): readonly Completion[] {
  if (kind === 'language' && values === undefined) {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return languageCodes.map((text) => ({ text, detail: names.of(text) ?? '' }));
  }
  const known = values ?? (kind === 'handle' ? handles : undefined);
  const examples = isEmpty ? [{ text: example.slice(example.indexOf(':') + 1), detail: 'Example' }] : [];
  return known?.map((text) => ({ text, detail: '' })) ?? examples;
}

/** Languages that posts are often in; any other code may be typed. */
const languageCodes = [
  ...['en', 'ja', 'es', 'pt', 'ar', 'fr', 'in', 'tr', 'de', 'hi', 'ko', 'th', 'ru', 'it', 'fa', 'pl', 'nl', 'ur', 'uk', 'he'],
  ...['zh', 'vi', 'sv', 'el', 'und'],
] as const;
