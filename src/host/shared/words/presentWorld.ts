import * as vscode from 'vscode';
import { withNoCharge } from '../../../app/cost/formatCost.ts';
import { foreignText } from './foreignText.ts';
import type { Failure } from '../presentError.ts';
import { presentRefusal } from './presentRefusal.ts';
import type { World } from '../../../app/origin/world.ts';

/** The word that tells a thing of one world from those of another. */
export function presentWorld(world: World): string {
  return world === 'platform' ? vscode.l10n.t('platform') : vscode.l10n.t('sandbox');
}

/** Why nothing is asked about a thing of a world that is not connected: a few words, and the whole story. */
export function presentOtherWorld(world: World): { readonly text: string; readonly story: string } {
  const { l10n } = vscode;
  switch (world) {
    case 'platform':
      return {
        text: l10n.t('Of the platform; only the sandbox is connected.'),
        story: l10n.t(
          'The sandbox knows nothing of the platform’s people, lists and communities, so it was not asked. Select the connection that this came from.',
        ),
      };
    case 'sandbox':
      return {
        text: l10n.t('Made up by the sandbox, which is not connected.'),
        story: withNoCharge(
          l10n.t('A paid service knows nothing of it, so it was not asked.'),
          l10n.t('Select the sandbox to go on with it.'),
        ),
      };
    default:
      return {
        text: l10n.t('Made up by a sandbox that is not connected.'),
        story: withNoCharge(
          l10n.t('It came from the sandbox at {0}. A paid service knows nothing of it, so it was not asked.', foreignText(world)),
        ),
      };
  }
}

/** The same for a page whose posts or records are of that world: it calls nothing, and leads to where it could. */
export function otherWorldFailure(world: World): Failure {
  const { text, story } = presentOtherWorld(world);
  return {
    message: `${text} ${story}`,
    severity: 'information',
    actions: [{ action: 'selectConnection', title: vscode.l10n.t('Select Connection…') }],
  };
}

/** Why a name in a question is not asked about: it came from that world, and nobody has typed it again. */
export function presentOtherName(world: World, name: string): string {
  const { l10n } = vscode;
  const shown = foreignText(name);
  switch (world) {
    case 'platform':
      return l10n.t(
        '“{0}” is of the platform; only the sandbox is connected. Type it again to ask the sandbox about it, or select its connection.',
        shown,
      );
    case 'sandbox':
      return l10n.t(
        '“{0}” came from the sandbox, which is not connected. Type it again to ask a paid service about it, or select the sandbox.',
        shown,
      );
    default:
      return l10n.t(
        '“{0}” came from the sandbox at {1}, which is not connected. Type it again to ask a paid service about it.',
        shown,
        foreignText(world),
      );
  }
}

/** Why nothing is asked behind an answer of another connection: its cursor means nothing here. @param address where it came from */
export function describeForeignAnswer(address?: string): string {
  const { l10n } = vscode;
  const fact =
    address === undefined
      ? l10n.t('This came from another connection.')
      : l10n.t('This came from another connection ({0}).', foreignText(address));
  return `${fact} ${l10n.t('Nothing was called. Select that connection again to go on.')}`;
}

/** Says why nothing was done about a thing of another world. @returns whether it is of another one */
export function refuseOtherWorld(world: World | undefined): world is World {
  if (world !== undefined) {
    const { text, story } = presentOtherWorld(world);
    presentRefusal(`${text} ${story}`);
  }
  return world !== undefined;
}
