import { type Operator, operatorNamed, operators } from '../../client/search/operators.ts';
import { tokenize } from '../../client/search/tokenize.ts';

/** A text that may take the place of what is being typed. */
export interface Completion {
  readonly text: string;
  /** In English, for translation; empty where there is nothing to say. */
  readonly detail: string;
}

export interface Completions {
  /** What an accepted one takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

/** More than a person reads through. */
const most = 40;

/**
 * What could be typed at the caret: operators, the known values of the one before the colon, and known handles.
 * @param handles handles that are known without a call, without `@`
 */
export function completeQuery(text: string, caret: number, handles: readonly string[] = []): Completions {
  const none = { from: caret, to: caret, items: [] };
  const token = tokenize(text).find(({ from, to }) => from < caret && caret <= to);
  if (token === undefined) {
    return none;
  }
  switch (token.kind) {
    case 'word':
      return token.text.startsWith('@')
        ? handleCompletions('@', token.from, token.to, text, caret, handles)
        : nameCompletions(token, text, caret);
    case 'mention':
      return handleCompletions('@', token.from, token.to, text, caret, handles);
    case 'operator': {
      const operator = operatorNamed(token.name);
      if (operator === undefined || token.quoted || caret < token.valueFrom) {
        return none;
      }
      const typed = text.slice(token.valueFrom, caret).toLowerCase();
      const values = valuesOf(operator, handles).filter(
        (item) => item.text.toLowerCase().startsWith(typed) && item.text !== typed,
      );
      return { from: token.valueFrom, to: token.to, items: values.slice(0, most) };
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

function nameCompletions({ from, to }: { readonly from: number; readonly to: number }, text: string, caret: number): Completions {
  const typed = text.slice(from, caret).toLowerCase();
  const items = operators
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, description }): Completion => ({ text: `${name}:`, detail: description }));
  return { from, to, items };
}

function handleCompletions(
  sign: string,
  from: number,
  to: number,
  text: string,
  caret: number,
  handles: readonly string[],
): Completions {
  const typed = text.slice(from + sign.length, caret).toLowerCase();
  const items = handles
    .filter((handle) => handle.toLowerCase().startsWith(typed) && handle !== typed)
    .map((handle): Completion => ({ text: `${sign}${handle}`, detail: '' }));
  return { from, to, items: items.slice(0, most) };
}

function valuesOf({ kind, values, example }: Operator, handles: readonly string[]): readonly Completion[] {
  if (values !== undefined) {
    return values.map((text) => ({ text, detail: '' }));
  }
  switch (kind) {
    case 'handle':
      return handles.map((text) => ({ text, detail: '' }));
    case 'language':
      return Object.entries(languageCodes).map(([text, detail]) => ({ text, detail }));
    case 'choice':
    case 'date':
    case 'time':
    case 'id':
    case 'count':
    case 'place':
    case 'text':
      return [{ text: example.slice(example.indexOf(':') + 1), detail: 'Example' }];
  }
}

/** Languages that posts are often in, by their code; any other code may be typed. */
const languageCodes: Readonly<Record<string, string>> = {
  en: 'English',
  ja: 'Japanese',
  es: 'Spanish',
  pt: 'Portuguese',
  ar: 'Arabic',
  fr: 'French',
  in: 'Indonesian',
  tr: 'Turkish',
  de: 'German',
  hi: 'Hindi',
  ko: 'Korean',
  th: 'Thai',
  ru: 'Russian',
  it: 'Italian',
  fa: 'Persian',
  pl: 'Polish',
  nl: 'Dutch',
  ur: 'Urdu',
  uk: 'Ukrainian',
  he: 'Hebrew',
  zh: 'Chinese',
  vi: 'Vietnamese',
  sv: 'Swedish',
  el: 'Greek',
  und: 'Not known',
};
