import { checkParams } from '../../client/checkParams.ts';
import { checkQuery } from '../../client/search/checkQuery.ts';
import { getSearchFaultSeverity } from '../../client/search/faults.ts';
import { type LookUpChoice, toLookUpChoices } from './lookUpChoices.ts';
import { parseLookUpInput } from './parseLookUpInput.ts';

/** What of an address is not as it must be. */
type UriRefusal = 'path' | 'parameter' | 'length' | 'value';

/** The most characters of a query: what it asks for is shown to a person, whole. */
const maxQueryLength = 500;

/** What each parameter names. */
const subjectByParameterName: ReadonlyMap<string, LookUpChoice['subject']> = new Map([
  ['user', 'user'],
  ['post', 'thread'],
  ['list', 'list'],
  ['search', 'posts'],
] as const);

/** Signs that are not seen, or that turn what is. */
const invisibleCharacterPattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Reads an address such as `/lookUp?user=ada_writes`, which any page and program may have made: one parameter of four, nothing
 * else. Pure; makes no call.
 * @param uri as VS Code gives it: the query is decoded already, so everything behind its first `=` is the value
 */
export function readLookUpUri({
  path,
  query,
}: {
  readonly path: string;
  readonly query: string;
}): { readonly choice: LookUpChoice } | { readonly refusal: UriRefusal } {
  if (path !== '/lookUp') {
    return { refusal: 'path' };
  }
  if (query.length > maxQueryLength) {
    return { refusal: 'length' };
  }
  const [, name = '', value = ''] = /^([a-z]+)=([^]*)$/.exec(query) ?? [];
  const subject = subjectByParameterName.get(name);
  if (subject === undefined) {
    return { refusal: 'parameter' };
  }
  const text = value.trim();
  const readings = subject === 'posts' && text !== '' ? [{ kind: 'query', text } as const] : parseLookUpInput(text);
  const choice = readings.flatMap(toLookUpChoices).find((candidate) => candidate.subject === subject);
  const isFaulty = subject === 'posts' && checkQuery(text).some((fault) => getSearchFaultSeverity(fault) === 'error');
  return choice === undefined ||
    invisibleCharacterPattern.test(value) ||
    isFaulty ||
    checkParams(choice.endpoint, choice.params).length > 0
    ? { refusal: 'value' }
    : { choice };
}
