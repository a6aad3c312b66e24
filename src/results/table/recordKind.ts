// For the pages, which take values from here and not from the client.
export { recordKinds, type RecordKind } from '../../client/records/recordKind.ts';
