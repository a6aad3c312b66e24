import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { communitySchema, trendSchema } from '../../../../src/client/schemas/primary.ts';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamRecordKind, UpstreamWarning } from '../../../../src/client/upstream/upstreamPage.ts';
import { captureBody, captureFiles, captureText } from './captureFiles.ts';
import { at, isObject, list, nodesOf, valuesUnder } from './json.ts';
import { factsOf, plainExtra } from './plainExtra.ts';
import { noteOf, unescaped } from './plainTweet.ts';
import { placesOf } from './plainPlaces.ts';
import { resultsOf, walkPage } from './plainWalk.ts';
import { byId, shownTweets } from './shownRecords.ts';

/** What a capture may be warned of: what the platform itself says is missing. Anything else is a fault of the reader. */
const explainedWarnings: readonly {
  readonly reason: string;
  readonly fits: (warning: UpstreamWarning, node: unknown) => boolean;
}[] = [
  { reason: 'the platform reported an error', fits: ({ kind, path }) => kind === 'error' && path.startsWith('errors.') },
  {
    reason: 'an account that is suspended, protected or gone',
    fits: ({ kind }, node) => kind === 'unavailable' && at(node, '__typename') === 'UserUnavailable',
  },
  {
    reason: 'an account of which the platform sends nothing',
    fits: ({ kind }, node) => kind === 'empty' && (node === undefined || (isObject(node) && Object.keys(node).length === 0)),
  },
];

/** The kind of record that an operation is all about, where it is neither posts nor accounts. */
const ownKinds: Readonly<Record<string, UpstreamRecordKind>> = {
  AboutAccountQuery: 'about',
  CommunityByRestId: 'community',
  FriendshipsShow: 'friendship',
  GenericTimelineById: 'trend',
  GuideTrends: 'trend',
  TrendsPlace: 'trend',
};

describe('readUpstream on real captures, beside the records', () => {
  it('tells polls, cards, edits, notes of the community, places, links, films and the ids of what is quoted and retweeted', () => {
    for (const file of captureFiles) {
      const extras = readUpstream(captureText(file)).records.flatMap((one) => (one.kind === 'tweet' ? [one.extra] : []));
      const items = resultsOf(walkPage(captureBody(file))).filter(({ kind }) => kind === 'tweet');
      items.forEach(({ result }, index) =>
        assert.deepEqual(factsOf(extras[index]), plainExtra(result), `${file}, record ${index}`),
      );
    }
  });

  it('has every long text of a page, wherever it stands, in the words of its note', () => {
    let notes = 0;
    for (const file of captureFiles) {
      const body = captureBody(file);
      const shown = byId(shownTweets(readUpstream(captureText(file))), ({ tweet }) => tweet.id);
      for (const [, node] of nodesOf(body)) {
        const ours = shown.get(String(at(node, 'rest_id')));
        const noteText = at(noteOf(node), 'text');
        if (typeof noteText === 'string' && ours !== undefined) {
          notes += 1;
          const [ourWords, theirWords] = [wordsOf(ours.tweet.text), wordsOf(noteText)];
          if (ours.tweet.retweetOf === null) assert.deepEqual(ourWords, theirWords, file);
        }
      }
    }
    assert.ok(notes > 0, 'there was no long text at all');
  });

  it('gives films their best file, animated pictures theirs of bit rate 0', () => {
    const types = new Set<string>();
    for (const file of captureFiles) {
      const body = captureBody(file);
      const files = new Map(
        valuesUnder(body, 'video_info').map((info) => {
          const films = list(at(info, 'variants')).filter((one) => at(one, 'content_type') === 'video/mp4');
          const rate = Math.max(...films.map((one) => Number(at(one, 'bitrate'))));
          const best = films.find((one) => Number(at(one, 'bitrate')) === rate);
          return [String(at(best, 'url')), rate] as const;
        }),
      );
      for (const { tweet } of shownTweets(readUpstream(captureText(file)))) {
        for (const one of tweet.media.filter(({ type }) => type !== 'photo')) {
          types.add(one.type);
          const rate = files.get(one.url);
          assert.ok(rate !== undefined && (one.type === 'animated_gif' ? rate === 0 : rate > 0), `${file} ${one.url}`);
        }
      }
    }
    assert.deepEqual([...types].toSorted(), ['animated_gif', 'video']);
  });

  it('places posts, tombstones and cursors of a conversation in its order, with what they answer and their module', () => {
    for (const file of captureFiles) {
      assert.deepEqual(readUpstream(captureText(file)).slots.map(withoutWords), placesOf(captureBody(file)), file);
    }
  });

  it('reads what is neither post nor account as a record of its own kind', () => {
    for (const file of captureFiles) {
      const kind = ownKinds[file.split('__')[0] ?? ''];
      if (kind === undefined) continue;
      const { records } = readUpstream(captureText(file));
      assert.ok(records.length > 0, file);
      for (const one of records) {
        assert.equal(one.kind, kind, file);
        if (one.kind === 'trend') assert.deepEqual(trendSchema().safeParse(one.record).error?.issues, undefined, file);
        if (one.kind === 'community') assert.deepEqual(communitySchema().safeParse(one.record).error?.issues, undefined, file);
      }
    }
  });

  it('has every trend of a page, in its order', () => {
    for (const file of captureFiles.filter((one) => one.startsWith('TrendsPlace') || one.startsWith('GenericTimelineById'))) {
      const body = captureBody(file);
      const names = Array.isArray(body)
        ? list(at(body, 0, 'trends')).map((one) => at(one, 'name'))
        : trendsIn(body).map((one) => at(one, 'name'));
      assert.deepEqual(
        readUpstream(captureText(file)).records.map(({ record }) => at(record, 'name')),
        names,
        file,
      );
    }
  });

  it('warns of nothing but what the platform says is missing', () => {
    const met = new Set<string>();
    for (const file of captureFiles) {
      const body = captureBody(file);
      for (const warning of readUpstream(captureText(file)).warnings) {
        const explained = explainedWarnings.find(({ fits }) => fits(warning, at(body, ...warning.path.split('.'))));
        assert.ok(explained, `${file}: ${warning.kind} ${warning.path}: ${warning.message}`);
        met.add(explained.reason);
      }
    }
    assert.deepEqual(
      explainedWarnings.filter(({ reason }) => !met.has(reason)),
      [],
    );
  });
});

/** The words of a text without its links, which are written out in ours. */
function wordsOf(value: string): readonly string[] {
  return unescaped(value)
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/** The labels and texts of the platform's own, which no plain walk compares. */
function withoutWords(place: unknown): unknown {
  return {
    kind: at(place, 'kind'),
    tweetId: at(place, 'tweetId'),
    parentId: at(place, 'parentId'),
    moduleId: at(place, 'moduleId'),
    cursor: at(place, 'cursor'),
    cursorType: at(place, 'cursorType'),
  };
}

/** The trends of a timeline, those in modules included, in its order. */
function trendsIn(body: unknown): readonly unknown[] {
  const instructions = [...nodesOf(body)].map(([, node]) => at(node, 'instructions')).find(Array.isArray) as
    | readonly unknown[]
    | undefined;
  return list(instructions)
    .flatMap((one) => list(at(one, 'entries')))
    .flatMap((entry) => [
      at(entry, 'content', 'itemContent'),
      ...list(at(entry, 'content', 'items')).map((part) => at(part, 'item', 'itemContent')),
    ])
    .filter((content) => at(content, 'itemType') === 'TimelineTrend');
}
