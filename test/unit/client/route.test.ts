import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { createRouter } from '../../../src/client/route.ts';

const primary = createRouter(endpoints.filter(({ service }) => service === 'primary'));

/** A route as one line. */
function led(method: string, pathname: string): string {
  const match = primary(method, pathname);
  switch (match.kind) {
    case 'found':
      return [match.endpoint.id, ...Object.entries(match.pathTexts).map(([name, text]) => `${name}=${text}`)].join(' ');
    case 'notFound':
      return 'not found';
    case 'methodNotAllowed':
      return `allow ${match.allow.join(' ')}`;
    case 'malformed':
      return `malformed ${match.endpoint.id} ${match.param}`;
  }
}

describe('createRouter', () => {
  const calls: readonly (readonly [string, string, string])[] = [
    // literal segments win over parameters
    ['GET', '/user/5', 'primary.userById userId=5'],
    ['GET', '/user/by/username/about', 'primary.userByUsername username=about'],
    ['GET', '/user/users/by/ids', 'primary.usersByIds'],
    ['GET', '/user/usernames/to/ids', 'primary.usernamesToIds'],
    ['GET', '/user/usernames/status', 'primary.usernamesStatus'],
    ['GET', '/user/friendships/show', 'primary.friendshipsShow'],
    ['GET', '/user/about/tweets', 'primary.userAbout username=tweets'],
    ['GET', '/user/about', 'primary.userById userId=about'],
    ['GET', '/communities/search/members', 'primary.communitiesSearch searchTerm=members'],
    ['GET', '/communities/7/members/search', 'primary.communityMembersSearch communityId=7'],
    ['GET', '/communities/search', 'primary.community communityId=search'],
    ['GET', '/jobs/find-location/x', 'primary.jobsFindLocation term=x'],
    ['GET', '/jobs/find-location', 'primary.job jobId=find-location'],
    // aliases
    ['GET', '/user/5/following', 'primary.userFollowings userId=5'],
    ['POST', '/search', 'primary.search'],
    ['POST', '/search/a%20b', 'primary.search searchItem=a b'],
    ['GET', '/search_v2', 'primary.search'],
    // values are decoded once, including slashes
    ['GET', '/jobs/search/a%2Fb%252F+c', 'primary.jobsSearch searchTerm=a/b%2F+c'],
    ['GET', '/communities/search/%E6%9D%B1', 'primary.communitiesSearch searchTerm=東'],
    ['GET', '/%75ser/5', 'primary.userById userId=5'],
    // no route
    ['GET', '/', 'not found'],
    ['GET', '', 'not found'],
    ['GET', 'user/5', 'not found'],
    ['GET', '/user/5/', 'not found'],
    ['GET', '/user//tweets', 'not found'],
    ['GET', '/User/5', 'not found'],
    ['GET', '/user/5/Tweets', 'not found'],
    ['GET', '/search_v2/x', 'not found'],
    ['GET', '/%E0%A4%A/5', 'not found'],
    // a different method
    ['POST', '/user/5', 'allow GET'],
    ['DELETE', '/search', 'allow GET POST'],
    ['get', '/user/5', 'allow GET'],
    // invalid encoding
    ['GET', '/user/%E0%A4%A', 'malformed primary.userById userId'],
    ['GET', '/jobs/search/100%', 'malformed primary.jobsSearch searchTerm'],
  ];
  for (const [method, pathname, where] of calls) {
    it(`routes ${method} ${pathname || 'nothing'} to ${where}`, () => assert.equal(led(method, pathname), where));
  }

  it("returns a request's alias, or undefined for the endpoint’s own path", () => {
    const viaAlias = primary('GET', '/search_v2');
    const own = primary('GET', '/search');
    assert.ok(viaAlias.kind === 'found' && own.kind === 'found');
    assert.equal(viaAlias.alias?.path, '/search_v2');
    assert.ok(!('alias' in own));
  });
});
