import * as vscode from 'vscode';
import { describeNoCharge, addNoChargeSentence } from '../../../app/cost/formatCost.ts';
import { sanitizeForVsCode } from '../../../text/sanitizeForVsCode.ts';
import type { FailureDescription } from '../showErrorNotification.ts';
import { showRefusal } from '../dialogs.ts';
import { replacedPeopleWorld, type World } from '../../../app/origin/world.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { formatFixturePath, parseFixtureAnswerId } from '../fixtureAnswerIds.ts';

/** What of an answer says where it came from. */
interface ForeignAnswer extends Pick<Exchange, 'id'> {
  readonly request: Pick<Exchange['request'], 'baseUrl'>;
}

/** The word that tells a thing of one world from those of another. */
export function formatWorld(world: World): string {
  return world === 'platform' ? vscode.l10n.t('platform') : vscode.l10n.t('sandbox');
}

/** Why nothing is asked about a thing of a world that is not connected: a few words, and the whole story. */
export function describeForeignWorld(world: World): { readonly text: string; readonly story: string } {
  const { l10n } = vscode;
  switch (world) {
    case 'platform':
      return {
        text: l10n.t('Platform data. Switch to its connection to load more.'),
        story: describeNoCharge(),
      };
    case 'sandbox':
      return {
        text: l10n.t('Sandbox data. Switch to the sandbox to load more.'),
        story: describeNoCharge(),
      };
    case replacedPeopleWorld:
      return {
        text: l10n.t('Safe for tests: people are replaced, and no service knows them.'),
        story: describeNoCharge(),
      };
    default:
      return {
        text: l10n.t('Data of another sandbox. Switch to it to load more.'),
        story: addNoChargeSentence(l10n.t('It came from the sandbox at {0}.', sanitizeForVsCode(world))),
      };
  }
}

/** The same for a page whose posts or records are of that world: it calls nothing, and leads to where it could. */
export function toForeignWorldFailure(world: World): FailureDescription {
  const { text, story } = describeForeignWorld(world);
  return {
    message: `${text} ${story}`,
    severity: 'information',
    // no connection leads to people who were replaced
    actions: world === replacedPeopleWorld ? [] : [{ action: 'selectConnection', title: vscode.l10n.t('Select Connection…') }],
  };
}

/** Why a name in a question is not asked about: it came from that world, and nobody has typed it again. */
export function describeForeignName(world: World, name: string): string {
  const { l10n } = vscode;
  const shown = sanitizeForVsCode(name);
  switch (world) {
    case 'platform':
      return l10n.t('“{0}” came from the platform. Re-enter it to use it with the sandbox.', shown);
    case 'sandbox':
      return l10n.t('“{0}” came from the sandbox. Re-enter it to use it with this connection.', shown);
    case replacedPeopleWorld:
      return l10n.t('“{0}” came from a fixture that is safe for tests. Re-enter it to use it with this connection.', shown);
    default:
      return l10n.t(
        '“{0}” came from the sandbox at {1}. Re-enter it to use it with this connection.',
        shown,
        sanitizeForVsCode(world),
      );
  }
}

/** Why nothing is asked behind an answer of another connection: its cursor means nothing here. @param answer where that is known */
export function describeForeignAnswer(answer?: ForeignAnswer): string {
  const { l10n } = vscode;
  const fixture = parseFixtureAnswerId(answer?.id ?? '');
  if (fixture !== undefined) {
    const fact = l10n.t('This is the fixture {0}.', formatFixturePath(fixture.sidecarUri));
    return addNoChargeSentence(fact, l10n.t('Run the request again to load more.'));
  }
  const address = answer?.request.baseUrl;
  const fact =
    address === undefined || address === ''
      ? l10n.t('This came from another connection.')
      : l10n.t('This came from another connection ({0}).', sanitizeForVsCode(address));
  return addNoChargeSentence(fact, l10n.t('Select that connection to go on.'));
}

/** Says why nothing was done about a thing of another world. @returns whether it is of another one */
export function refuseForeignWorld(world: World | undefined): world is World {
  if (world !== undefined) {
    const { text, story } = describeForeignWorld(world);
    showRefusal(`${text} ${story}`);
  }
  return world !== undefined;
}
