import assert from 'node:assert/strict';
import { tweet as endpoint } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { threadPage } from '../../../../src/app/thread/threadPage.ts';
import { answerWith } from '../../client/records/answers.ts';

describe('a page of a conversation', () => {
  it('leaves out what is no post: nobody wrote it, or it says nothing', () => {
    const author = { username: 'ada' };
    const value = {
      data: [
        { id: '7', text: 'words', author },
        { id: '8', text: 'nobody wrote it' },
        { id: '9', author },
      ],
    };
    const { posts } = threadPage(toPage(answerWith(endpoint, value)), { exchangeId: 'e', askedId: '7', cursor: undefined });
    assert.deepEqual([...posts.keys()], ['7']);
  });
});
