/** What the rows of the trees use of VS Code, for measuring them outside of it. */
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const env = { language: 'en' };

export const l10n = {
  t: (message: string, ...args: readonly unknown[]) =>
    message.replaceAll(/\{(\d+)\}/g, (_, at: string) => String(args[Number(at)])),
};
