import { friendshipsShow, usernamesStatus, usernamesToIds, usersByIds } from '../../client/endpoints/primary/users.ts';
import type { LookUpChoice } from './lookUpChoices.ts';
import { parseLookUpInput } from '../../core/records/parseLookUpInput.ts';

const maxNamesShown = 4;

/** What names a user among several: a bare word may be a word. */
type UserName = { readonly handle: string } | { readonly id: string };

/**
 * The calls that answer several handles with @, links to profiles or ids, apart by blanks, commas or semicolons: who they are, and of
 * two how they relate. Makes none of them.
 * @returns nothing where anything else stands among them
 */
export function findSeveralUsersChoices(text: string): readonly LookUpChoice[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const names = parts.map(readUserName).filter((name) => name !== undefined);
  if (names.length < parts.length) {
    return [];
  }
  const handles = unique(names.flatMap((name) => ('handle' in name ? [name.handle] : [])));
  const ids = unique(names.flatMap((name) => ('id' in name ? [name.id] : [])));
  const count = handles.length + ids.length;
  return [
    ...(count === 2 ? [toRelationshipChoice(names)] : []),
    ...(ids.length === 0 && count > 1 ? createHandleChoices(handles) : []),
    ...(handles.length === 0 && count > 1 ? [toChoice(ids, usersByIds, { userIds: ids })] : []),
  ];
}

function createHandleChoices(handles: readonly string[]): readonly LookUpChoice[] {
  const named = handles.map((handle) => `@${handle}`);
  return [usernamesToIds, usernamesStatus].map((endpoint) => toChoice(named, endpoint, { usernames: handles }));
}

function toRelationshipChoice(names: readonly UserName[]): LookUpChoice {
  const [source, target] = unique(names.map((name) => ('handle' in name ? `@${name.handle}` : name.id)));
  const toParam = (role: 'source' | 'target', name = '') =>
    name.startsWith('@') ? { [`${role}_screen_name`]: name.slice(1) } : { [`${role}_id`]: name };
  const params = { ...toParam('source', source), ...toParam('target', target) };
  return { subject: 'several', value: `${source}, ${target}`, endpoint: friendshipsShow, params };
}

function toChoice(names: readonly string[], endpoint: LookUpChoice['endpoint'], params: LookUpChoice['params']): LookUpChoice {
  const left = names.length - maxNamesShown;
  const value = [...names.slice(0, maxNamesShown), ...(left > 0 ? [`+${left}`] : [])].join(', ');
  return { subject: 'several', value, endpoint, params };
}

function readUserName(part: string): UserName | undefined {
  const [reading] = parseLookUpInput(part);
  const isHandle = reading?.kind === 'handle' && /^[@＠]|\//.test(part);
  return isHandle || reading?.kind === 'id' ? reading : undefined;
}

function unique(names: readonly string[]): readonly string[] {
  const known = names.map((name) => name.toLowerCase());
  return names.filter((name, at) => known.indexOf(name.toLowerCase()) === at);
}
