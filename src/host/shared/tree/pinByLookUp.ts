import * as vscode from 'vscode';
import type { Endpoint } from '../../../client/endpoint.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { callForPerson } from '../callAndShow.ts';
import type { PinKind } from '../pin.ts';
import { formatPrice } from '../../../app/cost/formatPrice.ts';
import { presentRefusal } from '../words/presentRefusal.ts';
import type { Services } from '../services.ts';
import { worldOfAnswer } from '../connections/world.ts';
import type { PinnedTree } from './pinnedTree.ts';
import { toPin } from './pinRecords.ts';
import { presentAnswerer } from './presentAnswerer.ts';
import { treeRecords } from './treeRecords.ts';

/** The call that looks up what is to be pinned. */
export interface PinQuestion {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface PinLookUp {
  readonly title: string;
  readonly placeHolder: string;
  /** What is said of a text that fits nothing. */
  readonly refusal: string;
  readonly kind: PinKind;
  /** Given by another part of the extension: it is put into the box, and to go on is still the person's. */
  readonly text: string | undefined;
  readonly toQuestion: (text: string) => PinQuestion | undefined;
}

/** Asks what to pin and says what the look-up costs, looks it up, pins it and shows it in the view. */
export async function pinByLookUp(services: Services, tree: PinnedTree, lookUp: PinLookUp): Promise<void> {
  const question = await askWhat(services, lookUp);
  if (question === undefined) {
    return;
  }
  const exchange = await callForPerson(services, question.endpoint, question.params, {}, async () => {
    await pinByLookUp(services, tree, lookUp);
  });
  if (exchange === undefined) {
    return; // it was said why
  }
  const { kind } = lookUp;
  const record = treeRecords(toPage(exchange)).find((found) => found.kind === kind);
  const pin = record === undefined ? undefined : toPin(record, worldOfAnswer(services.connections, exchange));
  if (pin === undefined) {
    presentRefusal(vscode.l10n.t('{0}: the answer names no id, so nothing was pinned.', question.endpoint.title));
    return;
  }
  await services.pins.place([pin]);
  await tree.revealPin(pin.id);
}

async function askWhat(services: Services, lookUp: PinLookUp): Promise<PinQuestion | undefined> {
  const client = await services.client();
  const text = await vscode.window.showInputBox({
    title: lookUp.title,
    placeHolder: lookUp.placeHolder,
    ignoreFocusOut: true,
    value: lookUp.text ?? '',
    validateInput: (typed) => {
      if (typed.trim() === '') {
        return undefined;
      }
      const question = lookUp.toQuestion(typed);
      return question === undefined
        ? { message: lookUp.refusal, severity: vscode.InputBoxValidationSeverity.Error }
        : {
            message: vscode.l10n.t(
              '{0}: {1}',
              question.endpoint.title,
              presentAnswerer(client, question.endpoint, formatPrice(client.quote(question.endpoint, question.params))),
            ),
            severity: vscode.InputBoxValidationSeverity.Info,
          };
    },
  });
  return text === undefined ? undefined : lookUp.toQuestion(text);
}
