import * as vscode from 'vscode';
import { checkParams } from '../../../client/checkParams.ts';
import type { Client } from '../../../client/client.ts';
import { foreignText } from '../words/foreignText.ts';
import { presentAge } from '../words/presentAge.ts';
import { formatPrice } from '../../../app/cost/formatPrice.ts';
import type { Services } from '../services.ts';
import { presentAnswerer } from './presentAnswerer.ts';
import type { RowQuestion } from './pagedSource.ts';
import type { PagedRowOptions } from './treeNode.ts';

export interface SearchQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly toQuestion: (text: string) => RowQuestion;
}

/**
 * Asks for the words of a search and says, as one types, what it will cost. Makes no call.
 * @returns a row that is yet to be loaded, or undefined when the person left
 */
export async function askSearch(
  services: Services,
  { title, placeHolder, toQuestion }: SearchQuestion,
): Promise<PagedRowOptions | undefined> {
  const client = await services.client();
  const text = await vscode.window.showInputBox({
    title,
    placeHolder,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const { endpoint, params } = toQuestion(typed.trim());
      const [fault] = checkParams(endpoint, params);
      if (typed.trim() === '' || fault !== undefined) {
        return typed === ''
          ? undefined
          : { message: fault?.message ?? placeHolder, severity: vscode.InputBoxValidationSeverity.Error };
      }
      return {
        message: vscode.l10n.t('{0}: {1}', endpoint.title, presentCost(client, { endpoint, params })),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
  if (text === undefined || text.trim() === '') {
    return undefined;
  }
  const question = toQuestion(text.trim());
  return {
    name: `search:${JSON.stringify(question.params)}`,
    title: vscode.l10n.t('{0}: {1}', title, foreignText(text)),
    icon: 'search',
    question,
  };
}

/** What a search will cost, as it will be loaded: a kept answer serves however old it is, and it is said that it does. */
function presentCost(client: Client, { endpoint, params }: Pick<RowQuestion, 'endpoint' | 'params'>): string {
  const quote = client.quote(endpoint, params, { reuse: 'only' });
  const cost =
    quote?.kind === 'kept' ? vscode.l10n.t('free, kept {0}', presentAge(quote.exchange.sentAt, Date.now())) : formatPrice(quote);
  return presentAnswerer(client, endpoint, cost);
}
