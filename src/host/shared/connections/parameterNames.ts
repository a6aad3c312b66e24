import type { ParameterNames } from '../../../client/connection.ts';

/** What a name in a query may look like; the manifest warns of any other. */
const sendable = /^\w[\w.[\]-]{0,63}$/;

/** Reads the setting of that name as a person may have written it: what is no name counts as not written. */
export function parameterNames(setting: unknown): ParameterNames {
  return Object.fromEntries(
    entriesOf(setting).map(([endpointId, names]) => [
      endpointId,
      Object.fromEntries(entriesOf(names).filter((entry): entry is [string, string] => isSendable(entry[1]))),
    ]),
  );
}

function isSendable(name: unknown): boolean {
  return typeof name === 'string' && sendable.test(name);
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
