import { readUpstreamValue } from '../../client/upstream/readUpstream.ts';
import type { UpstreamRecord } from '../../client/upstream/upstreamPage.ts';
import type { PageRecords } from './pageRecords.ts';
import type { RecordKind } from './recordKind.ts';

/** The records of a `raw` answer, in the simple format's shape. A page with several kinds shows those that most are of. */
export function rawRecords(value: unknown): PageRecords {
  const { records } = readUpstreamValue(value);
  const counts = new Map<RecordKind, number>();
  for (const { kind } of records) {
    const shown = kindOf(kind);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const [kind = 'other'] = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  return {
    kind,
    records: records.filter((found) => kindOf(found.kind) === kind).map(({ record }) => ({ value: record, path: undefined })),
  };
}

function kindOf(kind: UpstreamRecord['kind']): RecordKind {
  switch (kind) {
    case 'tweet':
    case 'user':
    case 'list':
    case 'community':
    case 'job':
    case 'trend':
    case 'place':
      return kind;
    case 'location':
      return 'place';
    case 'hashflag':
    case 'about':
    case 'friendship':
      return 'other';
  }
}
