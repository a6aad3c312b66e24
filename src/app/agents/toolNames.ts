/** The names of the tools: to offer them needs no more, so that their code is loaded when one of them is called. */
export const toolNames = [
  'look_up',
  'search',
  'read_thread',
  'list_items',
  'call_endpoint',
  'next_page',
  'read_kept',
  'describe_endpoint',
  'save_fixture',
  'list_fixtures',
  'budget',
] as const;

export type ToolName = (typeof toolNames)[number];

/** What a tool is called in VS Code, among those of all extensions. */
export function toVsCodeToolName(name: ToolName): string {
  return `socialData_${name}`;
}
