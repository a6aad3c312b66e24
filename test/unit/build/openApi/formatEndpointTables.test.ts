import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatEndpointTables } from '../../../../src/build/openApi/openApi.ts';
import {
  endpoints,
  gatewayCommunity,
  gatewayTweet,
  gatewayUserLists,
  search,
  userAbout,
  userByUsername,
  userFollowers,
  userTweets,
} from '../../../../src/client/endpoints/table.ts';

describe('formatEndpointTables', () => {
  it('has one line for each endpoint, and the number of endpoints', () => {
    const text = formatEndpointTables(endpoints);
    for (const { method, path } of endpoints) assert.ok(text.includes(`| \`${method} ${path}\` |`), path);
    assert.equal(text.split('\n').filter((line) => /^\| .*\| `(GET|POST) \//.test(line)).length, endpoints.length);
    const ofPrimary = endpoints.filter(({ service }) => service === 'primary');
    assert.ok(text.includes(`## Primary API: ${ofPrimary.length} endpoints\n`));
    assert.ok(text.includes(`## Gateway API: ${endpoints.length - ofPrimary.length} endpoints\n`));
  });

  it('marks guesses and explains the mark', () => {
    const text = formatEndpointTables([userFollowers, userTweets, gatewayTweet]);
    assert.match(text, /\| Followers \|/);
    assert.match(text, /\| User Posts \\\* \|/);
    assert.equal(text.match(/^\\\* The reference doesn't show/gm)?.length, 1);
  });

  it('has each of a response’s record kinds once, the main one first', () => {
    const cells = formatEndpointTables([userByUsername, search, gatewayUserLists, gatewayCommunity, userAbout])
      .split('\n')
      .filter((line) => line.includes('`GET'))
      .map((line) => line.split('|').at(-2)?.trim());
    assert.deepEqual(cells, ['user', 'facts', 'post, user', 'list', 'community, facts']);
  });

  it('escapes a bar in a cell', () => {
    assert.ok(formatEndpointTables([{ ...userByUsername, summary: 'One | two.' }]).includes('One \\| two.'));
  });
});
