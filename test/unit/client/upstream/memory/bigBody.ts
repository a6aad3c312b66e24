import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { exampleValues } from '../../../../../src/client/endpoints/exampleValues.ts';
import { bodyOf } from '../../../sandbox/upstream/rawPages.ts';
import { at, list } from '../json.ts';

/** Writes an upstream page of about this size, by repeating sandbox posts with new ids. @returns the number of posts */
export async function writeBigBody(file: string, bytes: number): Promise<number> {
  const page = bodyOf('primary.listTweets', { listId: exampleValues.listId, count: '100' }, 'raw', 'both');
  const instructions = list(at(page, 'data', 'list', 'tweets_timeline', 'timeline', 'instructions'));
  const entries = instructions.flatMap((one) => list(at(one, 'entries')));
  const patterns = entries.flatMap((entry) => {
    const id = at(entry, 'content', 'itemContent', 'tweet_results', 'result', 'rest_id');
    return typeof id === 'string' ? [JSON.stringify(entry).replaceAll(id, '<id>')] : [];
  });
  if (patterns.length === 0) throw new Error('the sandbox has no posts to repeat');
  const stream = createWriteStream(file);
  const put = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await put('{"data":{"list":{"tweets_timeline":{"timeline":{"instructions":[{"type":"TimelineAddEntries","entries":[');
  let count = 0;
  for (let written = 0; written < bytes; count += 1) {
    const pattern = patterns[count % patterns.length] ?? '';
    const entry = pattern.replaceAll('<id>', String(2_000_000_000_000_000_000n + BigInt(count)));
    await put(`${count === 0 ? '' : ','}${entry}`);
    written += entry.length + 1;
  }
  stream.end(']}]}}}}}');
  await finished(stream);
  return count;
}
