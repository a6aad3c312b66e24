/** To offer the tools needs no more than their names, so that their code is loaded when one of them is called. */
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

export function toVsCodeToolName(name: ToolName): string {
  return `socialData_${name}`;
}
