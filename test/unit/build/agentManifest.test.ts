import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { agentTools } from '../../../src/features/agents/runTool.ts';
import { toolNames } from '../../../src/features/agents/toolNames.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';

const readText = (name: string): string => readFileSync(path.join(projectFolders.root, name), 'utf8');

interface DeclaredTool {
  readonly name: string;
  readonly displayName: string;
  readonly inputSchema: { readonly additionalProperties?: unknown };
}

describe('the manifest’s agent tools', () => {
  const text = readText('package.json');
  const manifest = JSON.parse(text) as {
    readonly contributes: Readonly<Record<string, unknown>> & { readonly languageModelTools: readonly DeclaredTool[] };
  };

  it('match the table, with the same titles and without additional properties', () => {
    const titles = JSON.parse(readText('package.nls.json')) as Readonly<Record<string, string>>;
    for (const [at, { displayName, inputSchema }] of manifest.contributes.languageModelTools.entries()) {
      assert.equal(titles[displayName.replaceAll('%', '')], agentTools[at]?.title);
      assert.equal(inputSchema.additionalProperties, false);
    }
    assert.deepEqual(
      agentTools.map(({ name }) => name),
      toolNames,
    );
  });
});
