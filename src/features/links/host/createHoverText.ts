import * as vscode from 'vscode';
import type { TextReference } from '../findReferences.ts';
import { type LookUpChoice, toLookUpChoices, quoteLookUp } from '../../lookUp/index.ts';
import { readIdTimeMs } from '../../../core/records/parseLookUpInput.ts';
import type { CommandId } from '../../../workbench/commands.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/price.ts';
import { formatAge, formatStoredAge, formatPriceWithAge } from '../../../core/cost/formatPrice.ts';
import type { Services } from '../../../workbench/services.ts';
import { findStoredRecord } from '../../lookUp/host/index.ts';

const lookUpCommand: CommandId = 'socialData.lookUp.anything';

/** Each looks up one kind: an id alone does not say what it identifies, but a kept record may. */
export const lookUpCommandBySubject: Readonly<Record<LookUpChoice['subject'], CommandId>> = {
  user: 'socialData.users.lookUp',
  thread: 'socialData.threads.view',
  list: 'socialData.lists.lookUp',
  community: 'socialData.communities.lookUp',
  space: lookUpCommand,
  hashtag: lookUpCommand,
  posts: lookUpCommand,
  people: lookUpCommand,
  several: lookUpCommand,
};

/**
 * What is known of a name in a text without a call: the moment in the id, the record that is kept, and what looking it up
 * would cost.
 */
export async function createHoverText(
  services: Services,
  { reading, text }: TextReference,
  gone: vscode.CancellationToken,
): Promise<vscode.MarkdownString> {
  const hover = new vscode.MarkdownString('', true);
  // the commands that its links may run ask before they call
  hover.isTrusted = { enabledCommands: Object.values(lookUpCommandBySubject) };
  const createdAt = 'id' in reading && reading.kind !== 'space' ? readIdTimeMs(reading.id) : undefined;
  if (createdAt !== undefined) {
    hover.appendMarkdown('$(calendar) ');
    hover.appendText(`${vscode.l10n.t('Created')} ${formatTime(createdAt)} · ${formatAge(createdAt, Date.now())}`);
    hover.appendMarkdown('\n\n');
  }
  const client = await services.client();
  const choices = toLookUpChoices(reading);
  const [likeliest] = choices;
  if (likeliest === undefined) {
    return hover;
  }
  const stored = await findStoredRecord(services, likeliest, reading, gone);
  const choice = choices.find(({ subject }) => subject === stored?.subject) ?? likeliest;
  if (stored !== undefined) {
    hover.appendMarkdown('$(archive) ');
    hover.appendText(
      [
        `${sanitizeForVsCode(stored.title)} · ${formatStoredAge(stored, Date.now())}`,
        ...(stored.text === '' ? [] : [sanitizeForVsCode(stored.text)]),
        ...(stored.counts.length === 0 ? [] : [stored.counts.join(' · ')]),
      ].join('\n'),
    );
    hover.appendMarkdown('\n\n');
  }
  const command = choice === likeliest ? lookUpCommand : lookUpCommandBySubject[choice.subject];
  const quote = quoteLookUp(client, choice);
  const args = encodeURIComponent(JSON.stringify([text, getReuseIfOfferedFree(quote)].filter((arg) => arg !== undefined)));
  const price = formatPriceWithAge(quote, Date.now());
  hover.appendMarkdown(`[$(search) ${vscode.l10n.t('Look Up ({0})', price)}](command:${command}?${args})`);
  return hover;
}

/** In the person's own time zone, with the zone said. */
function formatTime(ms: number): string {
  return new Date(ms).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'long' });
}
