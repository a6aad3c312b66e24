import { type Operator, findOperatorByName, operators } from '../../../client/search/operators.ts';
import { tokenizeQuery } from '../../../client/search/tokenizeQuery.ts';

export interface Completion {
  readonly text: string;
  /** A language name, or English for `translateTableText`; may be empty. */
  readonly detail: string;
}

export interface Completions {
  /** The range that an accepted completion replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

const maxItems = 40;

/**
 * Completes operators, their values, and handles at the caret.
 * @param handles known handles, without `@`
 * @param language the display language, for language names
 */
export function completeQuery(text: string, caret: number, handles: readonly string[] = [], language = 'en'): Completions {
  const none = { from: caret, to: caret, items: [] };
  const token = tokenizeQuery(text).find(({ from, to }) => from < caret && caret <= to);
  if (token === undefined) {
    return none;
  }
  const { from, to } = token;
  const fitting = (start: number, items: readonly Completion[]): Completions => {
    const typed = text.slice(start, caret).toLowerCase();
    const fit = items.filter((item) => item.text.toLowerCase().startsWith(typed));
    const isTyped = ({ text: offered }: Completion) => offered.toLowerCase() === typed;
    const longer = fit.filter((item) => !isTyped(item));
    // Enter accepts the first item, so a completely typed one comes first
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

/** Offers an example only for an empty value, because it would replace a typed number that begins the same. */
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

const languageCodes = [
  ...['en', 'ja', 'es', 'pt', 'ar', 'fr', 'in', 'tr', 'de', 'hi', 'ko', 'th', 'ru', 'it', 'fa', 'pl', 'nl', 'ur', 'uk', 'he'],
  ...['zh', 'vi', 'sv', 'el', 'und'],
] as const;
