import { findQuerySubject } from '../core/requests/findQuerySubject.ts';
import { userById, userByUsername } from '../client/endpoints/primary/users.ts';
import { findEndpointById } from '../client/endpoints/table.ts';
import type { StoredSummary } from '../store/store.ts';
import { sanitizeForVsCode } from '../core/text/stripHiddenCharacters.ts';

export interface StoredNameLookup {
  /** A user's handle, without `@`. */
  readonly handleOf: (id: string) => string | undefined;
  /** A title for the requested id, such as the first words of a post. */
  readonly titleOf: (id: string) => string | undefined;
}

/** The subject of a response: a handle, a query, or a title; an id if its name is unknown. */
export interface StoredResponseSubject {
  readonly text: string;
  readonly isId: boolean;
}

/** The id if the endpoint no longer exists. */
export function formatEndpointTitle(endpointId: string): string {
  return findEndpointById(endpointId)?.title ?? endpointId;
}

/** "User", "Followers" */
export function formatEndpointBesideSubject(endpointId: string): string {
  return formatEndpointTitle(endpointId === userById.id ? userByUsername.id : endpointId);
}

export function getStoredResponseSubject(
  stored: Pick<StoredSummary, 'params'>,
  { handleOf, titleOf }: StoredNameLookup,
): StoredResponseSubject | undefined {
  const subject = findQuerySubject(stored.params, handleOf);
  const title = subject !== undefined && /^\d+$/.test(subject) ? titleOf(subject) : undefined;
  const text = title === undefined ? subject : sanitizeForVsCode(title);
  return text === undefined ? undefined : { text, isId: title === undefined && /^\d+$/.test(text) };
}

/** "User: @ada_writes" */
export function formatQuery(stored: Pick<StoredSummary, 'endpointId' | 'params'>): string {
  const subject = findQuerySubject(stored.params);
  const title = formatEndpointTitle(stored.endpointId);
  return subject === undefined ? title : `${title}: ${subject}`;
}
