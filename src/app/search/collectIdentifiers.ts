import { findOperatorByName } from '../../client/search/operators.ts';
import { resolvePlusSigns } from '../../client/search/resolvePlusSigns.ts';
import { tokenizeQuery } from '../../client/search/tokenizeQuery.ts';

/** The texts of a question by the names of its fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** A question, as far as its names are concerned. */
export interface QuestionFields {
  /** A search: its query may name accounts, lists and posts among its words. */
  readonly isSearch: boolean;
  readonly fields: readonly { readonly name: string; readonly isName: boolean }[];
}

/**
 * The ids and handles in the texts of a question, by the fields in which they stand. Each says something in one world only;
 * words, places and times are of every world.
 */
export function collectIdentifiersByField(
  { isSearch, fields }: QuestionFields,
  texts: FieldTexts,
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = fields
    .filter(({ isName }) => isName)
    .map(({ name }) => [name, (texts[name] ?? '').split(',').flatMap(normalizeIdentifier)] as const);
  const query = isSearch ? [['searchItem', listQueryIdentifiers(texts['searchItem'] ?? '')] as const] : [];
  return new Map([...named, ...query].map(([name, names]) => [name, new Set(names)]));
}

/** The same, whatever the field. */
export function collectIdentifiers(question: QuestionFields, texts: FieldTexts): ReadonlySet<string> {
  return new Set([...collectIdentifiersByField(question, texts).values()].flatMap((names) => [...names]));
}

/**
 * Which names of a question a person has typed again: those that were gone from what is typed at some time since the question
 * came. From then on they are the person's own, whichever service made them up.
 * @param typed those of which that is known
 */
export function collectRetypedIdentifiers(
  question: QuestionFields,
  typed: readonly string[],
  asked: FieldTexts,
  draft: FieldTexts,
): readonly string[] {
  const now = collectIdentifiers(question, draft);
  return [...new Set([...typed, ...[...collectIdentifiers(question, asked)].filter((name) => !now.has(name))])];
}

function listQueryIdentifiers(text: string): readonly string[] {
  return tokenizeQuery(resolvePlusSigns(text).text).flatMap((token) => {
    switch (token.kind) {
      case 'mention':
        return normalizeIdentifier(token.handle);
      case 'operator': {
        const kind = findOperatorByName(token.name)?.kind;
        return kind === 'handle' || kind === 'id' ? normalizeIdentifier(token.value) : [];
      }
      case 'open':
      case 'close':
      case 'minus':
      case 'or':
      case 'word':
      case 'hashtag':
      case 'phrase':
        return [];
    }
  });
}

/** A handle is the same in small and capital letters, with and without its sign; `-1` stands for no id. */
function normalizeIdentifier(text: string): readonly string[] {
  const name = text.trim().replace(/^@/, '').toLowerCase();
  return name === '' || name === '-1' ? [] : [name];
}
