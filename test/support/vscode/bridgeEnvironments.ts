import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system shows which programs run; `bridgeEnvironments` sees none where it does not. */
export const showsProcesses = existsSync('/proc');

/**
 * The environments of the bridges that an editor started and that run, as other programs of the account read them.
 * @param folder which the extension is below, absolute: another editor may have bridges of its own
 */
export function bridgeEnvironments(folder: string): readonly string[] {
  const ids = showsProcesses ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return ids.flatMap((id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0');
      const isBridge = command.some((word) => word.startsWith(`${folder}/`) && word.endsWith('/dist/mcpBridge.js'));
      return isBridge ? [readFileSync(`/proc/${id}/environ`, 'latin1')] : [];
    } catch {
      return []; // it ended, or is another account's
    }
  });
}
