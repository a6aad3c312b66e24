import type { RecordAction } from '../../protocol/resultsContract.ts';
import type { RecordKind } from '../../results/table/recordKind.ts';

/** What opens a record of that kind; undefined for those that are looked at as JSON. */
export function openingOf(kind: RecordKind): RecordAction | undefined {
  switch (kind) {
    case 'post':
      return 'openThread';
    case 'user':
    case 'handleState':
      return 'lookUpUser';
    case 'trend':
      return 'search';
    case 'list':
    case 'community':
    case 'job':
    case 'space':
    case 'place':
    case 'hashtagPoint':
    case 'other':
      return undefined;
  }
}
