import { agentTools } from '../app/agents/agentTools.ts';
import { toVsCodeToolName } from '../app/agents/toolNames.ts';
import { toToolJsonSchema } from '../app/agents/toToolJsonSchema.ts';

/** The tools as the manifest declares them to VS Code: all of it from their table, but for names that people read. */
function createToolDeclarations(): readonly unknown[] {
  return agentTools.map((tool) => ({
    name: toVsCodeToolName(tool.name),
    displayName: `%tool.${tool.name}%`,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    toolReferenceName: `social_${tool.name}`,
    icon: '$(telescope)',
    when: 'config.socialData.agents.enabled',
    inputSchema: toToolJsonSchema(tool),
  }));
}

/** The manifest with the tools as they are now. @throws where there is none */
export function addToolsToManifest(current: string | undefined): string {
  const manifest: unknown = JSON.parse(current ?? '');
  if (typeof manifest !== 'object' || manifest === null || !('contributes' in manifest)) {
    throw new Error('the manifest contributes nothing');
  }
  const contributes: unknown = Object.assign({}, manifest.contributes, { languageModelTools: createToolDeclarations() });
  return `${JSON.stringify({ ...manifest, contributes }, undefined, 2)}\n`;
}
