import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { captureBody, captureFiles, captureText, expectedOf } from './captureFiles.ts';
import { at, list, nodesOf, text } from './json.ts';
import { type Known, knownOfTweets, knownOfUsers, whyInAnotherPlace } from './knownDifferences.ts';
import { type Difference, differencesOfTweet, differencesOfUser, tokensOf } from './otherParser.ts';
import { noteOf } from './plainTweet.ts';
import { byId, shownTweets, shownUsers } from './shownRecords.ts';
import { separatePathsOf } from './plainWalk.ts';

interface Compared {
  readonly file: string;
  readonly body: unknown;
  readonly expected: unknown;
}

const explained = new Map<string, number>();

function* eachCompared(): Generator<Compared> {
  for (const file of captureFiles) yield { file, body: captureBody(file), expected: expectedOf(file) };
}

function explain<Case>(known: readonly Known<Case>[], difference: Difference, one: Case): boolean {
  const found = known.find(({ field, holds }) => field === difference.field && holds(one));
  if (found !== undefined) explained.set(found.reason, (explained.get(found.reason) ?? 0) + 1);
  return found !== undefined;
}

/** Notes why the other parser has something that ours lacks. */
function explainMissing(body: unknown, id: string): boolean {
  const separate = separatePathsOf(body);
  const reason = whyInAnotherPlace(body, id, (path) => separate.some((start) => path.startsWith(start)));
  if (reason !== undefined) explained.set(reason, (explained.get(reason) ?? 0) + 1);
  return reason !== undefined;
}

const tellOf = (file: string, { id, field, expected, ours }: Difference): string =>
  `${file}, ${id}, ${field}: ${JSON.stringify(expected)} there, ${JSON.stringify(ours)} here`;

describe('readUpstream compared with a different parser', () => {
  it('reads the same post data, except for known differences', () => {
    const open: string[] = [];
    for (const { file, body, expected } of eachCompared()) {
      const shown = byId(shownTweets(readUpstream(captureText(file))), ({ tweet }) => tweet.id);
      const tokens = tokensOf(body);
      const raws = byId(
        [...nodesOf(body)].flatMap(([, node]) => (at(node, 'legacy', 'full_text') === undefined ? [] : [node])),
        (node) => String(at(node, 'rest_id')),
      );
      for (const one of list(at(expected, 'tweets'))) {
        const id = text(at(one, 'id'));
        const ours = shown.get(id);
        if (ours === undefined) {
          if (!explainMissing(body, id)) open.push(`${file}: ${id} is not there`);
          continue;
        }
        const raw = raws.get(id);
        for (const difference of differencesOfTweet(one, ours, noteOf(raw) !== undefined, tokens)) {
          if (!explain(knownOfTweets, difference, { difference, shown: ours, raw })) open.push(tellOf(file, difference));
        }
      }
    }
    assert.deepEqual(open, []);
  });

  it("doesn't have additional posts, except reposted posts and the posts that they quote", () => {
    for (const { file, body, expected } of eachCompared()) {
      if (at(body, 'globalObjects') !== undefined) continue; // the other parser doesn't read the older interface
      const others = new Set(list(at(expected, 'tweets')).map((one) => at(one, 'id')));
      const shown = shownTweets(readUpstream(captureText(file)));
      const hidden = new Set(
        shown.flatMap(({ tweet, extra, within }) => (within === 'retweetOf' ? [tweet.id, extra?.quotedId] : [])),
      );
      assert.deepEqual(
        shown.filter(({ tweet }) => !others.has(tweet.id) && !hidden.has(tweet.id)).map(({ tweet }) => tweet.id),
        [],
        file,
      );
    }
  });

  it('reads the same account data, except for known differences', () => {
    const open: string[] = [];
    for (const { file, body, expected } of eachCompared()) {
      const shown = byId(shownUsers(readUpstream(captureText(file))), ({ id }) => id);
      const nodes = Map.groupBy(
        [...nodesOf(body)].map(([, node]) => node),
        (node) => at(node, 'rest_id'),
      );
      for (const one of list(at(expected, 'users'))) {
        const id = text(at(one, 'id'));
        const ours = shown.get(id);
        if (ours === undefined) {
          if (!explainMissing(body, id)) open.push(`${file}: the account ${id} is not there`);
          continue;
        }
        const raws = nodes.get(id) ?? [];
        for (const difference of differencesOfUser(one, ours)) {
          if (!explain(knownOfUsers, difference, { difference, raws })) open.push(tellOf(file, difference));
        }
      }
    }
    assert.deepEqual(open, []);
  });

  it('has every known difference at least once', () => {
    const unmet = [...knownOfTweets, ...knownOfUsers].filter(({ reason }) => !explained.has(reason));
    assert.deepEqual(
      unmet.map(({ field, reason }) => `${field}: ${reason}`),
      [],
    );
  });

  after(() => explained.clear());
});
