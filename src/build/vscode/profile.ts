import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { projectFolders } from '../projectFolders.ts';

export type ProfileFolders = ReturnType<typeof toProfileFolders>;

function toProfileFolders(base: string) {
  return {
    userData: join(base, 'user-data'),
    extensions: join(base, 'extensions'),
    serverData: join(base, 'server-data'),
    tokenFile: join(base, 'token'),
    workspace: join(base, 'workspace'),
  };
}

/** No greetings, network, or AI. */
const commonSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Dark Modern',
  'window.autoDetectColorScheme': false,
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

/** Saves a sixth of the workbench's CPU time: draws less, and doesn't scan processes for ports to forward. */
export const testOnlySettings = {
  'remote.autoForwardPortsSource': 'output',
  'workbench.reduceMotion': 'on',
  'workbench.hover.delay': 600_000,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.bracketPairColorization.enabled': false,
  'editor.stickyScroll.enabled': false,
  'breadcrumbs.enabled': false,
};

/** Creates the user settings and a copy of the demo workspace. */
export async function createVscodeProfile(base: string, more: Readonly<Record<string, unknown>> = {}): Promise<ProfileFolders> {
  const folders = toProfileFolders(base);
  await mkdir(join(folders.userData, 'User'), { recursive: true });
  await cp(projectFolders.demo, folders.workspace, { recursive: true });
  const text = `${JSON.stringify({ ...commonSettings, ...more }, null, 2)}\n`;
  await writeFile(join(folders.userData, 'User', 'settings.json'), text);
  return folders;
}

/**
 * Installs the built extension. The web workbench would need its smoke-test driver for an extension under development, and that
 * driver hides notifications.
 * @param extensions a new extensions folder
 */
export async function installBuiltExtension(extensions: string): Promise<void> {
  const { publisher, name, version } = manifest;
  const folder = join(extensions, `${publisher}.${name}-${version}`);
  await mkdir(folder, { recursive: true });
  for (const entry of ['package.json', 'package.nls.json', 'media', 'l10n', 'dist']) {
    await cp(join(projectFolders.root, entry), join(folder, entry), { recursive: true });
  }
}

/** Removes an outer VS Code's variables; otherwise the new one would become part of it. */
export function toVscodeEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_(?!TEST_)|ELECTRON_|NODE_OPTIONS$|npm_)/i.test(name)),
  );
}
