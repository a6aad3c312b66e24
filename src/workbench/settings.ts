import * as vscode from 'vscode';
import type { SettableBudgetScope, SocialDataError } from '../client/errors.ts';
import { type Money, parseMoney } from '../client/money.ts';

/** The type of each setting. Defaults and scopes are in package.json. */
export interface Settings {
  /** Unvalidated: see `readConnectionSettings`. */
  connections: unknown;
  /** Unvalidated: see `readSelectedConnections`. */
  connection: unknown;
  'budget.perSession': number;
  'budget.perDay': number;
  'agents.budget': number;
  'agents.enabled': boolean;
  'history.maxSize': number;
  'network.transport': 'editor' | 'direct';
  'fixtures.folder': string;
  'fixtures.body': 'formatted' | 'original';
  'fixtures.warnDays': number;
  'media.load': 'always' | 'ask' | 'never';
  links: 'off' | 'links' | 'hovers' | 'handles';
  'diagnostics.ids': 'fixtures' | 'all' | 'off';
}

type SettingName = keyof Settings;

/** These settings could send a key elsewhere or spend money, so workspace values are ignored. */
type UserOnlySetting = Exclude<SettingName, `fixtures.${string}` | 'diagnostics.ids'>;

/** Values since a setting last changed, because `inspect` merges all languages' settings and is slow. */
let userSettingCache: { readonly [S in SettingName]?: Settings[S] | undefined } = {};
// must run before all other listeners, which read the new values
vscode.workspace.onDidChangeConfiguration(() => (userSettingCache = {}));

/** Reads a user setting. Its scope is `application`, so VS Code already ignores workspace values. */
export function readUserOnlySetting<S extends UserOnlySetting>(name: S): Settings[S] | undefined {
  if (!(name in userSettingCache)) {
    const found = vscode.workspace.getConfiguration('socialData').inspect<Settings[S]>(name);
    userSettingCache = { ...userSettingCache, [name]: found?.globalValue ?? found?.defaultValue };
  }
  return userSettingCache[name];
}

export function readSetting<S extends Exclude<SettingName, UserOnlySetting>>(
  name: S,
  scope?: vscode.ConfigurationScope,
): Settings[S] | undefined {
  return vscode.workspace.getConfiguration('socialData', scope).get<Settings[S]>(name);
}

/** The age in days from which fixtures are stale. 0: never. */
export function readWarnDays(): number {
  return readSetting('fixtures.warnDays') ?? 0;
}

/** The path segments below the workspace folder. */
export function readFixtureFolderSegments(scope: vscode.ConfigurationScope): readonly string[] {
  return (readSetting('fixtures.folder', scope) ?? '').split(/[/\\]/).filter((segment) => segment !== '');
}

/** The longest wait for VS Code to report a written setting, in milliseconds. */
const settingReadBackTimeoutMs = 2_000;

/** Writes a user setting and waits until it can be read back, because VS Code may apply it later. */
export async function writeSetting<S extends SettingName>(name: S, value: Settings[S]): Promise<void> {
  const isRead = () => {
    const found = vscode.workspace.getConfiguration('socialData').inspect(name)?.globalValue;
    return JSON.stringify(found) === JSON.stringify(value);
  };
  await vscode.workspace.getConfiguration('socialData').update(name, value, vscode.ConfigurationTarget.Global);
  if (isRead()) {
    return;
  }
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(finish, settingReadBackTimeoutMs);
    const subscription = vscode.workspace.onDidChangeConfiguration(() => (isRead() ? finish() : undefined));
  });
}

/** @param names default: all settings of this extension */
export function onDidChangeSettings(listener: () => void, ...names: readonly SettingName[]): vscode.Disposable {
  const sections = names.length === 0 ? ['socialData'] : names.map((name) => `socialData.${name}`);
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (sections.some((section) => event.affectsConfiguration(section))) {
      listener();
    }
  });
}

export const budgetSettings = {
  session: 'budget.perSession',
  day: 'budget.perDay',
  agents: 'agents.budget',
} as const satisfies Readonly<Record<SettableBudgetScope, SettingName>>;

const defaultBudgets: Readonly<Record<SettableBudgetScope, Money>> = { session: 1_000_000n, day: 5_000_000n, agents: 0n };

/** @returns micro-dollars; the default if the setting isn't an amount */
export function readBudgetSetting(scope: SettableBudgetScope): Money {
  const dollars: unknown = readUserOnlySetting(budgetSettings[scope]);
  const isAmount = typeof dollars === 'number' && dollars >= 0;
  return (isAmount ? parseMoney(dollars.toFixed(6), 'down') : undefined) ?? defaultBudgets[scope];
}

/** Removes a budget's used-up message once that budget is raised. */
export function forgetFailuresAtRaisedBudgets(
  sessions: () => Iterable<{ forgetFailure(isGone: (error: SocialDataError) => boolean): void }>,
): vscode.Disposable {
  return onDidChangeSettings(() => {
    for (const session of sessions()) {
      session.forgetFailure(isBudgetRaisedSinceError);
    }
  });
}

function isBudgetRaisedSinceError({ facts: { budget } }: Pick<SocialDataError, 'facts'>): boolean {
  return budget !== undefined && budget.per !== 'call' && readBudgetSetting(budget.per) > budget.cap;
}
