/** A change of one file: a text behind an anchor, a text in the place of another, or a whole new file. */
export type Edit = { readonly file: string } & (
  | { readonly after: string; readonly insert: string }
  | { readonly replace: string; readonly by: string }
  | { readonly create: string }
);

/** The smallest real change that a recipe of ARCHITECTURE.md is for; `to` is the recipe's name there. */
export interface RecipeChange {
  readonly to: string;
  readonly edits: readonly Edit[];
}

/** One for each recipe. An anchor stands exactly once in its file, so it is as long as it must be and no longer. */
export const recipeChanges: readonly RecipeChange[] = [
  {
    to: 'add a parameter',
    edits: [
      {
        file: 'src/client/endpoints/gateway/lists.ts',
        after: "path: '/lists/search',\n  params: z.strictObject({\n",
        insert:
          "    order: optionalParam(choiceParam({ title: 'Order', help: 'What comes first.', examples: ['size'], serviceDefault: 'name' }, ['name', 'size'])),\n",
      },
      {
        file: 'test/table/referenceRows.ts',
        replace: "row('GET /lists/search', 'q limit?'",
        by: "row('GET /lists/search', 'order? q limit?'",
      },
      {
        file: 'test/table/referenceParams.ts',
        after: "  'gateway.listMembers limit': upTo(1000),\n",
        insert: "  'gateway.listsSearch order': { choices: ['name', 'size'] },\n",
      },
      {
        file: 'test/table/referenceParams.ts',
        replace: "named('gateway', 'another value', 'count ",
        by: "named('gateway', 'another value', 'order count ",
      },
      {
        file: 'test/table/referenceParams.ts',
        after: 'export const referenceDefaults: Readonly<Record<string, string | number | boolean>> = {\n',
        insert: "  'gateway.listsSearch order': 'name',\n",
      },
    ],
  },
  {
    to: 'add an endpoint',
    edits: [
      {
        file: 'src/client/endpoints/gateway/lists.ts',
        after: "const defineEndpoint = createEndpointDefiner('gateway', 'lists');\n",
        insert: `
export const gatewayListModerators = defineEndpoint({
  id: 'gateway.listModerators',
  title: 'List Moderators',
  summary: 'The accounts that moderate a list.',
  path: '/list/{list_id}/moderators',
  params: z.strictObject({ list_id: listId, limit: limitParam(20, 100), cursor: cursorParam() }),
  ...defineGatewayPagedResult('user', gatewayListMemberSchema),
  errors: [403, 404],
});
`,
      },
      {
        file: 'src/client/endpoints/table.ts',
        after: '  gateway.gatewayListMembers,\n',
        insert: '  gateway.gatewayListModerators,\n',
      },
      {
        file: 'src/sandbox/answers/gatewayLists.ts',
        after: "import type { EndpointAnswerer } from './rows.ts';\n",
        insert: `
export const gatewayListModerators: EndpointAnswerer<'gatewayListModerators'> = (question) => {
  const list = requirePublicList(question);
  return toGatewayPageAnswer(question.world.listMembers(list.id), question.params.limit, (account) => toMember(account, list));
};
`,
      },
      {
        file: 'test/table/referenceRows.ts',
        after: 'export const gatewayRows: readonly ReferenceRow[] = [\n',
        insert: "  row('GET /list/{list_id}/moderators', 'list_id limit? cursor?', 'pages'),\n",
      },
      {
        file: 'test/table/referenceRows.ts',
        after: "  'gateway.listMembers': 'user data.0 1088878056005354688',\n",
        insert: "  'gateway.listModerators': 'user data.0 1088878056005354688',\n",
      },
    ],
  },
  {
    to: 'add a column',
    edits: [
      {
        file: 'src/client/records/readRecord.ts',
        after: "kind: 'list' as const,\n",
        insert: "    topic: coerceText(list['topic']),\n",
      },
      {
        file: 'src/app/table/recordTable.ts',
        after: '  list: [\n',
        insert: "    ['topic', 'Topic', 'text', ({ topic }) => topic, 'extra'],\n",
      },
    ],
  },
  {
    to: 'reword an error',
    edits: [
      {
        file: 'src/app/errors/describeError.ts',
        replace: '{0}: rate limited until {1}.',
        by: '{0}: the service takes calls again at {1}.',
      },
      {
        file: 'test/support/errorWords.ts',
        replace: 'rate limited until',
        by: 'the service takes calls again at',
      },
    ],
  },
  {
    to: 'add a view',
    edits: [
      {
        file: 'package.json',
        after: '"views": {\n      "socialData": [\n',
        insert: `        {
          "id": "socialData.sidecars",
          "name": "%views.sidecars%",
          "icon": "$(files)"
        },
`,
      },
      { file: 'package.nls.json', after: '{\n', insert: '  "views.sidecars": "Sidecars",\n' },
      {
        file: 'src/host/fixtures/sidecarsTree.ts',
        create: `import type { TreeNode, TreeRoots } from '../shared/tree/treeNode.ts';

/** The sidecars of this workspace. Makes no call. */
export class SidecarsTree implements TreeRoots {
  readonly #rows: readonly TreeNode[] = [];

  async roots(): Promise<readonly TreeNode[]> {
    return await Promise.resolve(this.#rows);
  }

  dispose(): void {
    // holds nothing open
  }
}
`,
      },
      {
        file: 'src/host/fixtures/index.ts',
        after: '  return vscode.Disposable.from(\n    tree,\n',
        insert: `    registerLazyTree('socialData.sidecars', async () => {
      const { SidecarsTree } = await import('./sidecarsTree.ts');
      return new SidecarsTree();
    }),
`,
      },
    ],
  },
  {
    to: 'add a command',
    edits: [
      {
        file: 'src/host/shared/commands.ts',
        after: 'export const commands = {\n',
        insert: "  addresses: { nothing: ['show'] },\n",
      },
      {
        file: 'package.json',
        after: '"contributes": {\n    "commands": [\n',
        insert: `      {
        "command": "socialData.addresses.show",
        "title": "%command.addressesShow%",
        "category": "%category%"
      },
`,
      },
      { file: 'package.nls.json', after: '{\n', insert: '  "command.addressesShow": "Show Addresses",\n' },
      {
        file: 'src/host/connection/index.ts',
        after: 'export function register(services: Services): vscode.Disposable {\n  return vscode.Disposable.from(\n',
        insert: "    registerTypedCommand('socialData.addresses.show', () => services.log.show()),\n",
      },
    ],
  },
];
