import { readUser } from './readUser.ts';
import type { AnyRecord } from './recordShapes.ts';

/** A record and those that stand inside of it, from the outside in: who wrote a post, what it quotes, who owns a list. */
export function* partsOf(record: AnyRecord | undefined): Generator<AnyRecord> {
  if (record === undefined) {
    return;
  }
  yield record;
  switch (record.kind) {
    case 'post':
      yield* partsOf(record.author);
      yield* partsOf(record.quoted);
      yield* partsOf(record.repostOf);
      return;
    case 'list':
      yield* partsOf(record.owner);
      return;
    case 'community':
      yield* partsOf(record.admin);
      return;
    case 'space':
      yield* partsOf(record.host);
      return;
    case 'other':
      yield readUser(record.value); // facts about an account have its name, too
      return;
    case 'user':
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
      return;
  }
}
