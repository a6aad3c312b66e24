import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { type ContextKeys, evaluateWhen } from './support/evaluateWhen.ts';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[];
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(projectFolders.root, name), 'utf8'));
const { contributes } = readJson('package.json') as Manifest;
const words = readJson('package.nls.json') as Readonly<Record<string, string>>;
const inWords = (text = ''): string => words[text.replaceAll('%', '')] ?? assert.fail(text);
const titles = new Map([
  ...contributes.commands.map(
    ({ command, title }) => [command, inWords(typeof title === 'string' ? title : title.value)] as const,
  ),
  ...contributes.submenus.map(({ id, label }) => [id, inWords(label)] as const),
]);

/** A menu's titles in order, without icons. A submenu's follow its own: "Open As ▸ Open as Table, Open as JSON". */
function listTitles(menu: string, keys: ContextKeys): readonly string[] {
  const place = ({ group = '' }: MenuEntry) => {
    const [name = '', order = '0'] = group.split('@');
    return [name, Number(order)] as const;
  };
  return (contributes.menus[menu] ?? [])
    .filter(({ when, group = '' }) => !/^(?:inline|navigation)/.test(group) && evaluateWhen(when, keys))
    .toSorted((left, right) => {
      const [[leftGroup, leftOrder], [rightGroup, rightOrder]] = [place(left), place(right)];
      return leftGroup === rightGroup ? leftOrder - rightOrder : leftGroup < rightGroup ? -1 : 1;
    })
    .map(({ command, submenu = '' }) => {
      const title = titles.get(command ?? submenu) ?? assert.fail(command ?? submenu);
      if (command !== undefined) {
        return title;
      }
      const inside = listTitles(submenu, keys);
      assert.ok(inside.length > 1, `${title} has ${inside.length} entries`);
      return `${title} ▸ ${inside.join(', ')}`;
    });
}

const openAs = 'Open As ▸ Open as Table, Open as JSON';
const copyAs = 'Copy As ▸ JSON, curl, fetch, Python with Requests, Python with httpx';
const save = ['Save as Fixture…', 'Save Pseudonymized Fixture…'];
const found = 'hasResponse tabular addressed web numbered named';

/** By the words of a row in a tree, or of a record on a page. */
const rows: Readonly<Record<string, readonly string[]>> = {
  [`user pinnable ${found}`]: [
    ...['Open as Page', openAs, 'Open in Browser', 'Refresh…', 'Pin'],
    ...[...save, 'Copy Link', 'Copy Handle', copyAs],
  ],
  [`user pinned ${found}`]: [
    ...['Open as Page', openAs, 'Open in Browser', 'Refresh…', 'Unpin'],
    ...[...save, 'Copy Link', 'Copy Handle', copyAs],
  ],
  'post hasResponse addressed web numbered named': [
    ...['Open as Thread', 'View Author', 'Open in Browser', 'Related ▸ Likes, Reposts, Quotes, Analytics'],
    ...[...save, 'Copy Link', 'Copy Text', copyAs, 'Pin Author'],
  ],
  ...Object.fromEntries(
    ['list', 'community', 'space'].map((kind) => [
      `${kind} pinnable ${found}`,
      [...['Open as Page', openAs, 'Open in Browser', 'Refresh…', 'Pin'], ...[...save, 'Copy Link', 'Copy ID', copyAs]],
    ]),
  ),
  'trend pinned': ['Search for Trend', 'Unpin', 'Copy Text'],
  'line hasResponse': ['Open as JSON', ...save, 'Copy Text', copyAs],
  'pages tabular': ['Open as Table', 'Collect…'],
  'pages requested loaded hasResponse tabular': [openAs, 'Refresh…', ...save, 'Collect…', copyAs],
  'pages requested loaded hasResponse': ['Open as JSON', 'Refresh…', ...save, copyAs],
  'pages tabular loading': ['Open as Table', 'Stop', 'Collect…'],
  'run running tabular': ['Open Folder', 'Open as Table', 'Pause', 'Remove from List'],
  'run paused tabular': ['Open Folder', 'Open as Table', 'Resume', 'Remove from List'],
  'run complete newest tabular loaded': ['Open Folder', 'Open as Table', 'Collect New Records', 'Remove from List'],
  'run complete tabular loaded': ['Open Folder', 'Open as Table', 'Remove from List'],
  'stored hasResponse keepable tabular': [
    ...['Open', openAs, 'Refresh…', 'Keep in History', 'Compare With…'],
    ...[...save, copyAs, 'Delete Response…'],
  ],
  'stored hasResponse kept tabular thread': [
    ...['Open', 'Open As ▸ Open as Table, Open as Thread, Open as JSON', 'Refresh…', 'Stop Keeping in History'],
    ...['Compare With…', ...save, copyAs, 'Delete Response…'],
  ],
  'stored hasResponse keepable': ['Open', 'Refresh…', 'Keep in History', 'Compare With…', ...save, copyAs, 'Delete Response…'],
  stored: ['Refresh…', 'Delete Response…'],
  'fixture tabular refreshable': [
    ...['Open', openAs, 'Reveal in Explorer', 'Refresh…', 'Compare with Newest Response…'],
    ...['Compare With…', 'Copy Test Snippet…', copyAs, 'Rename…', 'Delete'],
  ],
  'fixture tabular refreshable refreshed': [
    ...['Open', openAs, 'Reveal in Explorer', 'Refresh…', 'Undo Refresh', 'Compare With…', 'Copy Test Snippet…', copyAs],
    ...['Rename…', 'Delete'],
  ],
  'fixture page': [
    ...['Open', 'Open As ▸ Open as Page, Open as JSON', 'Reveal in Explorer'],
    ...['Compare With…', 'Copy Test Snippet…', copyAs, 'Rename…', 'Delete'],
  ],
  more: [],
  note: [],
};

const mostEntries = 10;

describe('a menu', () => {
  for (const [viewItem, expected] of Object.entries(rows)) {
    it(`of a row with the words “${viewItem}”`, () => {
      assert.deepEqual(listTitles('view/item/context', { viewItem: `socialData ${viewItem}` }), expected);
      assert.ok(expected.length <= mostEntries);
    });
  }

  it('of a fixture has Answer With… in place of Reveal in Explorer while the fixture server runs', () => {
    const isRunning = { 'socialData.fixtureServer.isRunning': true };
    for (const words of ['fixture tabular refreshable', 'fixture tabular refreshable refreshed']) {
      const titles = listTitles('view/item/context', { viewItem: `socialData ${words} served answering`, ...isRunning });
      const stopped = rows[words]?.filter((title) => title !== 'Reveal in Explorer') ?? [];
      assert.deepEqual(titles.toSorted(), [...stopped, 'Answer With…'].toSorted());
    }
    assert.deepEqual(listTitles('view/item/context', { viewItem: 'socialData endpoint', ...isRunning }), ['Answer With…']);
  });

  it('of a fixture has at most ten entries in every state', () => {
    const states = ['tabular', 'page', 'thread', 'refreshable', 'refreshed', 'served', 'answering'].reduce<readonly string[]>(
      (all, word) => [...all, ...all.map((words) => `${words} ${word}`)],
      ['socialData fixture'],
    );
    const lengths = states
      .filter((words) => !words.includes('refreshed') || words.includes('refreshable'))
      .flatMap((viewItem) =>
        [true, false].map(
          (isRunning) => listTitles('view/item/context', { viewItem, 'socialData.fixtureServer.isRunning': isRunning }).length,
        ),
      );
    assert.equal(Math.max(...lengths), mostEntries);
  });

  const ofTables = 'hasResponse markdown csv';
  const copyTableAs = 'Copy As ▸ JSON, Markdown, CSV, curl, fetch, Python with Requests, Python with httpx';
  const post = ['Open as Thread', 'View Author', 'Open in Browser'];
  const related = 'Related ▸ Likes, Reposts, Quotes, Analytics';
  for (const [viewItem, expected] of [
    [`post ${ofTables} addressed numbered web`, [...post, related, ...save, 'Copy Link', 'Copy Text', copyTableAs, 'Pin Author']],
    [
      `post ${ofTables} addressed numbered web column`,
      [...post, related, ...save, 'Copy Link', 'Copy Cell', copyTableAs, 'Pin Author'],
    ],
    [
      `user ${ofTables} pinnable addressed numbered web`,
      [
        ...['Open as Page', 'Open as JSON', 'Open in Browser', 'Refresh…', 'Pin'],
        ...[...save, 'Copy Link', 'Copy Handle', copyTableAs],
      ],
    ],
    [
      `trend ${ofTables} pinnable addressed web`,
      ['Search for Trend', 'Open as JSON', 'Open in Browser', 'Pin', ...save, 'Copy Link', 'Copy Text', copyTableAs],
    ],
    [`job ${ofTables} addressed`, ['Open as JSON', ...save, 'Copy Link', copyTableAs]],
    [`other ${ofTables}`, ['Open as JSON', ...save, copyTableAs]],
    [
      'post hasResponse addressed article',
      [...post.slice(0, 2), `${related}, Article`, ...save, 'Copy Link', 'Copy Text', copyAs, 'Pin Author'],
    ],
    [
      'wholeThread hasResponse tabular markdown',
      [openAs, ...save, 'Export…', 'Copy As ▸ JSON, Markdown, curl, fetch, Python with Requests, Python with httpx'],
    ],
    [`results ${ofTables}`, ['Open as JSON', ...save, 'Export…', 'Collect…', copyTableAs]],
    ['part', ['Collect…']],
  ] as const) {
    it(`on a page, of “${viewItem}”`, () => {
      assert.deepEqual(listTitles('webview/context', { viewItem: `socialData ${viewItem}` }), expected);
      assert.ok(expected.length <= mostEntries);
    });
  }

  const saved = 'Save Pseudonymized Fixture…';
  const document = { resourceScheme: 'social-data' };
  for (const [name, keys, expected] of [
    [
      'a response with a page',
      { ...document, 'socialData.document': 'again format page' },
      ['Open as Page', 'Show Formatted or Original', 'Refresh…', 'Show Raw or Simple', saved, copyAs],
    ],
    [
      'a raw page of posts',
      { ...document, 'socialData.document': 'again next format results thread records' },
      [
        ...['Open as Table', 'Open as Thread', 'Convert Raw JSON', 'Show Formatted or Original', 'Refresh…'],
        ...['Load Next Page', 'Show Raw or Simple', saved, copyAs],
      ],
    ],
    [
      "a user's page",
      { activeWebviewPanelId: 'socialData.profile' },
      [openAs, 'Refresh…', saved, 'Collect…', 'Copy Link', copyAs],
    ],
    [
      'results',
      { activeWebviewPanelId: 'socialData.results', 'socialData.hasResults': true },
      ['Open as JSON', saved, 'Export…', 'Collect…', copyTableAs],
    ],
    ['an empty results page', { activeWebviewPanelId: 'socialData.results' }, []],
    [
      'a thread',
      { activeWebviewPanelId: 'socialData.thread', 'socialData.thread.isIncomplete': true },
      [
        ...['Load the Rest of Thread…', 'Collapse All Branches', 'Expand All Branches'],
        ...[openAs, saved, 'Export…', 'Copy As ▸ JSON, Markdown, curl, fetch, Python with Requests, Python with httpx'],
      ],
    ],
    ['a file', { resourceScheme: 'file' }, []],
  ] as const) {
    it(`of the title of ${name}`, () => {
      assert.deepEqual(listTitles('editor/title', keys), expected);
      assert.ok(expected.length <= mostEntries);
    });
  }

  it('of the side bar’s thread acts only if no thread tab can be meant', () => {
    const view = { view: 'socialData.thread', 'socialData.hasThread': true };
    const own = ['Collapse All Branches', 'Expand All Branches'];
    const complete = 'Load the Rest of Thread…';
    assert.deepEqual(listTitles('view/title', { ...view, activeWebviewPanelId: 'socialData.results' }), own);
    assert.deepEqual(listTitles('view/title', { ...view, 'socialData.thread.isIncomplete': true }), [complete, ...own]);
    assert.deepEqual(listTitles('view/title', { ...view, activeWebviewPanelId: 'socialData.thread' }), []);
  });

  it('of JSON files in the Explorer is only on fixtures and raw responses', () => {
    for (const [folder, name, isOffered] of [
      ['/work/app', 'package.json', false],
      ['/work/app/fixtures', 'user-ada.json', true],
      [String.raw`C:\app\test\fixtures\deep`, 'user-ada.json', true],
      ['/work/app/fixtures/user', 'ada.meta.json', false],
      ['/work/app', 'timeline.raw.json', true],
    ] as const) {
      const keys = { resourceExtname: '.json', resourceDirname: folder, resourceFilename: name };
      const expected = isOffered ? ['Social Data ▸ Open as Thread, Convert Raw JSON, Compare With…'] : [];
      assert.deepEqual(listTitles('explorer/context', keys), expected, `${folder} ${name}`);
    }
  });

  it("isn't added to other extensions' rows", () => {
    assert.deepEqual(listTitles('view/item/context', { viewItem: 'user post stored fixture pages pinned hasResponse' }), []);
  });
});

describe('the palette', () => {
  const palette = (keys: ContextKeys) => {
    const hidden = new Set(
      (contributes.menus['commandPalette'] ?? []).flatMap(({ command, when }) => (evaluateWhen(when, keys) ? [] : [command])),
    );
    return contributes.commands.flatMap(({ command }) => (hidden.has(command) ? [] : [titles.get(command) ?? '']));
  };

  it('has few commands with nothing open', () => {
    const inWorkspace = ['Write Sandbox Address to .env'];
    const withFixtures = ['Check Fixtures', 'Export Fixtures as MSW Handlers…', 'Refresh All Fixtures…', 'Start Fixture Server…'];
    const always = [
      ...[
        'Call Endpoint…',
        'Clear History…',
        'Collect…',
        'Copy Sandbox Address…',
        'Get Started',
        'Look Up…',
        'Manage Connections…',
        'Search History…',
        'Search…',
      ],
      ...['Select Connection…', 'Set Budget…', 'Show Log', 'Show Spending', 'View Thread…'],
    ];
    assert.deepEqual(palette({ workspaceFolderCount: 0 }).toSorted(), always.toSorted());
    assert.deepEqual(
      palette({ workspaceFolderCount: 1, 'socialData.hasFixtures': true }).toSorted(),
      [...always, ...inWorkspace, ...withFixtures].toSorted(),
    );
  });

  it("doesn't search the history where SQLite lacks full-text search", () => {
    assert.ok(!palette({ 'socialData.history.isSearchMissing': true }).includes('Search History…'));
  });
});

describe('the manifest’s menus', () => {
  it('have a unique place for each entry in a group', () => {
    const { commandPalette: _palette, ...menus } = contributes.menus;
    const places = Object.entries(menus).flatMap(([menu, entries]) =>
      entries.map(({ when = '', group }) => `${menu}, ${when.split(' && ')[0]}: ${group}`),
    );
    assert.deepEqual(
      places.filter((place, index) => places.indexOf(place) < index),
      [],
    );
    assert.ok(places.length > 90, `${places.length}`);
  });
});
