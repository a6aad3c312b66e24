import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweetSchema, userSchema } from '../../src/client/schemas/primary.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { useCountedService } from './support/countedService.ts';
import { agesInTurn, drawnPrice, storeAged, type StoredAge } from './support/storedAges.ts';
import { usingQuickInputs } from './support/quickInputs.ts';
import { closeEditors, lensTitles, openResponse, openText, runAsPerson, runLens } from './support/steps.ts';

/** The price of a sandbox request, in micro-dollars. */
const price = 200n;

/** Users and posts of the service that no other test requests. */
interface Subject {
  readonly handle: string;
  readonly postId: string;
  /** A user with more than one page of posts. */
  readonly busyId: string;
}

/** A string that shows a price, and the action that it is shown for. */
interface Drawn {
  readonly text: string;
  readonly act: () => Promise<void>;
}

/** A place in the workbench that shows a price. */
interface Place {
  /** Sends the request whose response may be stored. */
  readonly store: (subject: Subject) => Promise<unknown>;
  /** The ages of the stored response to test. Default: all. */
  readonly ages?: readonly StoredAge[];
  /** The action sends a request even if a response is stored. */
  readonly isRefresh?: true;
  readonly draw: (subject: Subject) => Promise<Drawn>;
}

const run = runAsPerson;
const ask = async (endpointId: string, params: object, format?: 'raw' | 'simple'): Promise<vscode.TextDocument> => {
  await closeEditors();
  await run('socialData.requests.callEndpoint', endpointId, params, format);
  return await openResponse();
};

type IsRow = (row: vscode.QuickPickItem) => boolean;

/** A row's text in a command's quick pick, and an action that accepts it. */
async function rowOf(command: string, args: readonly unknown[], isRow: IsRow, types = ''): Promise<Drawn> {
  let text = '';
  {
    using _person = usingQuickInputs({
      types,
      accepts: (rows) => {
        const { label = '', description = '' } = rows.find(isRow) ?? {};
        text = `${label}: ${description}`;
        return undefined;
      },
    });
    await run(command, ...args);
  }
  return {
    text,
    act: async () => {
      using _person = usingQuickInputs({ types, accepts: (rows) => rows.find(isRow) });
      await run(command, ...args);
    },
  };
}

const isRefreshRow: IsRow = ({ label }) => label.includes('Refresh');
const isFirstRow: IsRow = ({ label, kind }) => !isRefreshRow({ label }) && kind !== vscode.QuickPickItemKind.Separator;

/** The title of a lens above the open response, and an action that presses it. */
async function lensOf(title: RegExp): Promise<Drawn> {
  const document = await openResponse();
  const text = (await lensTitles(document)).find((one) => title.test(one)) ?? '';
  return { text, act: async () => await runLens(document, title) };
}

/** A hover's link, and an action that presses it and then the first row. */
async function hoverOf(content: string): Promise<Drawn> {
  const { document } = await openText(content);
  const at = new vscode.Position(0, content.length - 3);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at);
  const words = hovers
    .flatMap(({ contents }) => contents)
    .map((part) => (part instanceof vscode.MarkdownString ? part.value : ''))
    .join('\n');
  const [, text = '', command = '', args = ''] = /\[([^\]]*)\]\(command:([\w.]+)\?([^)]*)\)/.exec(words) ?? [];
  const given: unknown = JSON.parse(decodeURIComponent(args));
  assert.ok(Array.isArray(given));
  return { text, act: async () => await (await rowOf(command, given, isFirstRow)).act() };
}

const byHandle = async ({ handle }: Subject) => await ask('primary.userByUsername', { username: handle });
const byHandleRaw = async ({ handle }: Subject) => await ask('primary.userByUsername', { username: handle }, 'raw');
const thread = async ({ postId }: Subject) => await ask('primary.tweet', { tweetId: postId }, 'raw');
const posts = async ({ busyId }: Subject, cursor?: string) =>
  await ask('primary.userTweetsAndReplies', { userId: busyId, ...(cursor === undefined ? {} : { cursor }) });
const lookUp = 'socialData.lookUp.anything';

const places: Readonly<Record<string, Place>> = {
  'a row in Look Up…': {
    store: byHandle,
    draw: async ({ handle }) => await rowOf(lookUp, [], isFirstRow, `@${handle}`),
  },
  'the Refresh row in Look Up…': {
    store: byHandle,
    ages: ['new', 'a month old'],
    isRefresh: true,
    draw: async ({ handle }) => await rowOf(lookUp, [], isRefreshRow, `@${handle}`),
  },
  'a row in View Thread…': {
    store: thread,
    draw: async ({ postId }) => await rowOf('socialData.threads.view', [], isFirstRow, postId),
  },
  'a row in View Thread… with a stored simple response': {
    store: async ({ postId }) => await ask('primary.tweet', { tweetId: postId }, 'simple'),
    draw: async ({ postId }) => await rowOf('socialData.threads.view', [], isFirstRow, postId),
  },
  'the Refresh row in View Thread…': {
    store: thread,
    ages: ['new', 'a month old'],
    isRefresh: true,
    draw: async ({ postId }) => await rowOf('socialData.threads.view', [], isRefreshRow, postId),
  },
  'the hover over a profile': {
    store: byHandle,
    draw: async ({ handle }) => await hoverOf(`https://x.com/${handle}`),
  },
  'the hover over a post': {
    store: thread,
    draw: async ({ postId }) => await hoverOf(`https://x.com/i/status/${postId}`),
  },
  'the Refresh lens': {
    store: byHandle,
    ages: ['new', 'a month old'],
    isRefresh: true,
    draw: async (subject) => {
      await byHandle(subject);
      return await lensOf(/^Refresh/);
    },
  },
  'the Show Raw lens': {
    store: byHandleRaw,
    draw: async (subject) => {
      await byHandle(subject);
      return await lensOf(/^Show Raw/);
    },
  },
  'the Next Page lens': {
    store: async (subject) => {
      const first = JSON.parse((await posts(subject)).getText()) as { readonly nextCursor: string };
      await posts(subject, first.nextCursor);
    },
    draw: async (subject) => {
      await posts(subject);
      return await lensOf(/^Next Page/);
    },
  },
  "Pin User…'s input box": {
    store: byHandle,
    draw: async ({ handle }) => {
      let text = '';
      const pin = async (isWanted: boolean) => {
        using _person = respondToDialogs({
          input: (box) => {
            const said: unknown = box.validateInput?.(`@${handle}`);
            text = typeof said === 'object' && said !== null ? String(Reflect.get(said, 'message')) : '';
            return isWanted ? `@${handle}` : undefined;
          },
        });
        await run('socialData.users.pin');
      };
      await pin(false);
      return { text, act: async () => await pin(true) };
    },
  },
};

describe('the price shown is the price paid', () => {
  const service = useCountedService({ hasKey: true });
  let subjects: Iterator<Subject>;

  before(async () => {
    // with a different key, so these requests aren't counted
    const headers = { 'X-API-KEY': 'somebody-else', 'X-Response-Format': 'simple' };
    const dataOf = async (path: string): Promise<readonly unknown[]> => {
      const response = await fetch(`${service.behind}${path}`, { headers });
      return ((await response.json()) as { readonly data: readonly unknown[] }).data;
    };
    const users = (await dataOf(`/user/${exampleValues.otherUserId}/followers?count=100`)).map((user) =>
      userSchema().parse(user),
    );
    const written = (await dataOf('/search?searchItem=the&category=Latest&count=100')).map((post) => tweetSchema().parse(post));
    const busy = (await dataOf(`/user/${exampleValues.userId}/followers?count=100`))
      .map((user) => userSchema().parse(user))
      .filter(({ counts }) => counts.tweets > 28);
    subjects = users
      .map(({ username }, at) => ({ handle: username, postId: written[at]?.id ?? '', busyId: busy[at % busy.length]?.id ?? '' }))
      .values();
    await ask('primary.userByUsername', { username: 'ada_writes' });
    await ask('primary.userByUsername', { username: 'ada_writes' }, 'raw');
    await ask('primary.tweet', { tweetId: landmarks.wideThreadId }, 'raw');
  });

  afterEach(closeEditors);

  for (const [turn, [name, { store, ages, isRefresh = false, draw }]] of Object.entries(places).entries()) {
    for (const age of agesInTurn(turn, ages)) {
      it(`in ${name}: ${age}`, async () => {
        const { value: subject } = subjects.next() as IteratorYieldResult<Subject>; // there are more subjects than places
        await storeAged(age, async () => await store(subject));
        await closeEditors();
        const { text, act } = await draw(subject);
        service.forget();
        await act();
        const paid = BigInt(service.requests.length) * price;
        assert.equal(drawnPrice(text), paid, text);
        assert.equal(paid, isRefresh || age === 'none' ? price : 0n, text);
      });
    }
  }
});
