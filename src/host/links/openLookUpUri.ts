import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { formatPriceWithAge } from '../../app/cost/formatPrice.ts';
import { getReuseIfOfferedFree } from '../../app/cost/offeredQuotes.ts';
import { type LookUpChoice, quoteLookUp } from '../../app/lookUp/lookUpChoices.ts';
import { readLookUpUri } from '../../app/lookUp/readLookUpUri.ts';
import { callAndShow, showAnswer } from '../shared/callAndShow.ts';
import { runCommand } from '../shared/commands.ts';
import { confirm, showRefusal } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { lookUpCommandAndTitleBySubject } from './createHoverText.ts';

/** Opens what was looked up. @param reuse `only`: it was offered as free */
type LookUpChoiceOpener = (services: Services, choice: LookUpChoice, reuse: 'only' | undefined) => Promise<void>;

/** What is asked about now: a page may send many addresses, and one question at a time is enough. */
let pendingLinkQuestion: Promise<void> | undefined;

/**
 * Opens what an address from outside of VS Code names: at once where it is kept, otherwise once a person has seen the price and
 * pressed the button.
 */
export async function openLookUpUri(
  services: Services,
  uri: Pick<vscode.Uri, 'path' | 'query'>,
  open: LookUpChoiceOpener = openLookUpChoice,
): Promise<void> {
  const read = readLookUpUri(uri);
  if ('refusal' in read) {
    return showRefusal(addNoChargeSentence(describeRefusal(read.refusal)));
  }
  if (pendingLinkQuestion !== undefined) {
    return showRefusal(addNoChargeSentence(vscode.l10n.t('Another link waits for your answer. Answer it first.')));
  }
  pendingLinkQuestion = openIfFreeOrConfirmed(services, read.choice, open).finally(() => {
    pendingLinkQuestion = undefined;
  });
  await pendingLinkQuestion;
}

async function openIfFreeOrConfirmed(services: Services, choice: LookUpChoice, open: LookUpChoiceOpener): Promise<void> {
  const client = await services.client();
  const { service, path } = choice.endpoint;
  const offer = () => {
    const quote = quoteLookUp(client, choice);
    const { baseUrl } = services.connections.of(service) ?? {};
    return { reuse: getReuseIfOfferedFree(quote), price: formatPriceWithAge(quote, Date.now()), baseUrl };
  };
  for (let offered = offer(); ; offered = offer()) {
    if (offered.reuse === undefined) {
      const isWanted = await confirm(
        `${lookUpCommandAndTitleBySubject[choice.subject][1]()}: ${sanitizeForVsCode(choice.value)}`,
        vscode.l10n.t('A link from outside of VS Code asks for it. It calls {0}.', `${offered.baseUrl ?? ''}${path}`),
        vscode.l10n.t('Look Up ({0})', offered.price),
      );
      if (!isWanted) {
        return;
      }
      const now = offer();
      if (now.reuse === undefined && (now.price !== offered.price || now.baseUrl !== offered.baseUrl)) {
        continue; // the press was for another price, or another connection
      }
    }
    return await open(services, choice, offered.reuse);
  }
}

const openLookUpChoice: LookUpChoiceOpener = async (services, choice, reuse) => {
  if (choice.subject === 'thread') {
    await runCommand('socialData.threads.open', choice.value, reuse);
  } else {
    await callAndShow(services, choice.endpoint, choice.params, reuse === undefined ? {} : { reuse }, showAnswer);
  }
};

function describeRefusal(refusal: Extract<ReturnType<typeof readLookUpUri>, { refusal: unknown }>['refusal']): string {
  const { l10n } = vscode;
  return {
    path: l10n.t('This link does not name anything that can be opened.'),
    parameter: l10n.t('This link must name one thing: a user, a post, a list or a search.'),
    length: l10n.t('This link is too long.'),
    value: l10n.t('This link names nothing that can be looked up.'),
  }[refusal];
}
