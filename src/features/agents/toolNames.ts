/** In a separate file, so registering the tools doesn't load their code. */
export const toolNames = [
  'look_up',
  'search',
  'read_thread',
  'call_endpoint',
  'next_page',
  'read_stored',
  'describe_endpoint',
  'save_fixture',
  'list_fixtures',
  'budget',
] as const;

export type ToolName = (typeof toolNames)[number];

export function toVsCodeToolName(name: ToolName): string {
  return `socialData_${name}`;
}
