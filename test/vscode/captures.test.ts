import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readFixture } from '../../src/app/fixtures/readFixture.ts';
import { findEndpointById } from '../../src/client/endpoints/table.ts';
import { createWorkspaceFixtureFolder } from '../../src/host/shared/workspaceFolder.ts';
import { startMockService } from '../support/countingProxy.ts';
import { capturesFolder } from '../support/captures.ts';
import { propertyRuns } from '../support/propertyRuns.ts';
import { answering, keyOr } from './support/answering.ts';
import { closeEditors, openAnswer, setSettings } from './support/steps.ts';

/** Which endpoint answers with the upstream operation that a capture's name starts with. */
const endpointOfOperation: Readonly<Record<string, string>> = {
  UserByScreenName: 'primary.userByUsername',
  UserByRestId: 'primary.userById',
  UserTweets: 'primary.userTweets',
  UserTweetsAndReplies: 'primary.userTweetsAndReplies',
  UserMedia: 'primary.userMedia',
  Likes: 'primary.userLikes',
  Followers: 'primary.userFollowers',
  Following: 'primary.userFollowings',
  BlueVerifiedFollowers: 'primary.userVerifiedFollowers',
  TweetDetail: 'primary.tweet',
  TweetResultByRestId: 'primary.simpleTweet',
  Favoriters: 'primary.tweetFavorites',
  Retweeters: 'primary.tweetRetweets',
  SearchTimeline: 'primary.search',
  ListLatestTweetsTimeline: 'primary.listTweets',
  ListMembers: 'primary.listMembers',
  CommunityTweetsTimeline: 'primary.communityTweets',
  CommunityByRestId: 'primary.community',
  AboutAccountQuery: 'primary.userAbout',
  TrendsPlace: 'primary.trends',
};

/**
 * Of each operation the smallest capture, which is up to 3 MB; in a soak all of them, else some of all sizes, since nothing that
 * shows or saves a body looks at its operation. The unit tests read every capture.
 */
function chosenCaptures(): readonly string[] {
  const captures = readdirSync(capturesFolder)
    .map((file) => ({ file, operation: file.split('__')[0] ?? '', size: statSync(join(capturesFolder, file)).size }))
    .filter(({ operation }) => operation in endpointOfOperation)
    .toSorted((a, b) => a.size - b.size);
  const smallest = [...Map.groupBy(captures, ({ operation }) => operation).values()].flatMap(([first]) => first?.file ?? []);
  const step = Math.ceil(smallest.length / propertyRuns(smallest.length, 7));
  return smallest.filter((_file, at) => at % step === 0);
}

if (existsSync(capturesFolder)) {
  describe('real upstream bodies', () => {
    const key = 'a-direct-key';
    let body: Buffer = Buffer.alloc(0);
    let service: Awaited<ReturnType<typeof startMockService>>;
    let restoreSettings: () => Promise<void>;

    before(async () => {
      service = await startMockService(() => ({
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'X-Price-Per-Call': '0.0002',
          'X-Remaining-Balance': '4.2',
        },
        body,
      }));
      const address = { 'primary.connection': 'direct', 'primary.address': `${service.address}/some/base` };
      restoreSettings = await setSettings({ ...address, 'documents.layout': 'exact' });
      using _person = answering({ input: keyOr(key) });
      await vscode.commands.executeCommand('socialData.connection.setKey', 'primary');
    });

    after(async () => {
      using _person = answering({});
      await vscode.commands.executeCommand('socialData.connection.removeKey', 'primary');
      await restoreSettings();
      await service.close();
    });

    beforeEach(closeEditors);

    for (const file of chosenCaptures()) {
      it(`are shown and saved byte for byte: ${file}`, async () => {
        body = readFileSync(join(capturesFolder, file));
        const endpoint = findEndpointById(endpointOfOperation[file.split('__')[0] ?? ''] ?? '');
        assert.ok(endpoint);
        // a value of its own per capture, so that none is taken from what is kept
        const params = endpoint.id === 'primary.search' ? { searchItem: file.replaceAll(/\W/g, ' ') } : endpoint.example;
        service.forget();
        await vscode.commands.executeCommand('socialData.requests.callEndpoint', endpoint.id, { ...params }, 'raw');
        if (service.requests.length === 0) {
          await vscode.commands.executeCommand('socialData.requests.callAgain');
        }
        const document = await openAnswer();
        assert.equal(service.requests[0]?.headers['x-api-key'], key);
        assert.match(service.requests[0]?.target ?? '', /^\/some\/base\//);
        assert.equal(document.getText(), body.toString('utf8'));
        using person = answering({ pick: ([first]) => first });
        await vscode.commands.executeCommand('socialData.fixtures.save', document.uri);
        const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
        assert.ok(folder);
        const name = /(?:Saved )?(fixtures\S+)\.json/.exec(person.asked.join('\n'))?.[1];
        const read = await readFixture(createWorkspaceFixtureFolder(folder), `${name}.meta.json`);
        assert.ok(read.fault === undefined && read.edited === undefined, 'the fixture is not whole');
        assert.ok(Buffer.from(read.bodies[0] ?? []).equals(body), 'the fixture is not the body');
      });
    }
  });
} else {
  console.log('Real upstream bodies are not on this machine: their tests are left out.');
}
