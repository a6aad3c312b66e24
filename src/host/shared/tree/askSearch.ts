import * as vscode from 'vscode';
import { checkParams } from '../../../client/checkParams.ts';
import { foreignText } from '../foreignText.ts';
import { presentQuote } from '../presentMoney.ts';
import type { Services } from '../services.ts';
import type { PagedQuestion } from './pagedSource.ts';
import type { PagedRowOptions } from './treeNode.ts';

export interface SearchQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly toQuestion: (text: string) => PagedQuestion;
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
      const quote = presentQuote(client.quote(endpoint, params));
      return {
        message: vscode.l10n.t('{0}: {1}', endpoint.title, quote),
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
