import assert from 'node:assert/strict';
import { checkProposedApi } from '../../../src/build/checkProposedApi.mts';
import { createTemporaryProject } from '../../support/temporaryProject.ts';

const file = 'src/host/agents/planted.ts';
const head = "import * as vscode from 'vscode';\n";

describe('the check of proposed API', () => {
  it('finds nothing in what is stable', async () => {
    const source = `${head}vscode.lm.registerTool('a', {});\nconst { l10n } = vscode;\nexport const a = [vscode.lm.tools, 'chat'];\n`;
    await using project = await createTemporaryProject({ 'package.json': '{}', [file]: source });
    assert.deepEqual(checkProposedApi(project.root), []);
  });

  const planted: readonly (readonly [source: string, what: string])[] = [
    [`${head}vscode.chat.registerChatContextProvider();\n`, 'vscode.chat.registerChatContextProvider'],
    [`${head}vscode.lm\n  .registerToolDefinition();\n`, 'vscode.lm.registerToolDefinition'],
    [`${head}const all = vscode.lm['onDidChange'];\n`, 'vscode.lm.'],
    [`${head}const { lm } = vscode;\n`, 'vscode.lm as a part'],
    [`import { type Uri, chat } from 'vscode';\n`, 'vscode.chat as a part'],
    [`export const prepared = { pastTenseMessage: 'Looked up' };\n`, 'pastTenseMessage'],
    [`declare module 'vscode' {\n  export const extra: string;\n}\n`, 'a declaration of its own of vscode'],
  ];
  for (const [source, what] of planted) {
    it(`fails on ${what} in a source`, async () => {
      await using project = await createTemporaryProject({ 'package.json': '{}', [file]: source });
      assert.ok(checkProposedApi(project.root).includes(`${file} uses ${what}, which is not known to be stable`));
    });
  }

  const manifests: readonly (readonly [fields: object, fault: string])[] = [
    [{ enabledApiProposals: ['chatParticipantAdditions'] }, 'package.json asks for proposed API'],
    ...['chatContext', 'languageModelToolSets'].map(
      (point) =>
        [{ contributes: { [point]: [] } }, `package.json contributes ${point}, which is not known to be stable`] as const,
    ),
  ];
  for (const [fields, fault] of manifests) {
    it(`fails where ${fault}`, async () => {
      await using project = await createTemporaryProject({ 'package.json': JSON.stringify(fields) });
      assert.deepEqual(checkProposedApi(project.root), [fault]);
    });
  }
});
