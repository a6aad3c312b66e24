import * as vscode from 'vscode';
import type { LookUpChoice } from '../../catalog/lookUpChoices.ts';
import type { Client } from '../../client/client.ts';
import { recognise } from '../../catalog/recognise.ts';
import { callAndShow } from '../shared/callAndShow.ts';
import { runCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { type LookUpItem, type LookUpSubject, noteItem, toLookUpItems } from './lookUpItems.ts';
import { offeredText } from './offeredText.ts';

/**
 * Asks what to look up, says as one types what it is and what each choice will call and cost, and makes the chosen call.
 * @param text given by another part of the extension: it is put into the box, and the choice is still the person's
 */
export async function lookUp(services: Services, subject: LookUpSubject, text?: string): Promise<void> {
  if (subject === 'thread' && text !== undefined && recognise(text).some(({ kind }) => kind === 'post' || kind === 'id')) {
    // another part names one post: the press there was the choice
    return await runCommand('socialData.threads.open', text);
  }
  const client = await services.client();
  const offered =
    text === undefined
      ? await offeredText((candidate) => toLookUpItems(client, subject, candidate).some((item) => item.choice !== undefined))
      : undefined;
  const choice = await pickChoice(client, subject, text ?? '', offered);
  if (choice?.subject === 'thread') {
    await runCommand('socialData.threads.open', choice.value);
  } else if (choice !== undefined) {
    await callAndShow(services, choice.endpoint, choice.params);
  }
}

async function pickChoice(
  client: Client,
  subject: LookUpSubject,
  text: string,
  offered: Awaited<ReturnType<typeof offeredText>>,
): Promise<LookUpChoice | undefined> {
  const pick = vscode.window.createQuickPick<LookUpItem>();
  const disposables: vscode.Disposable[] = [pick];
  try {
    return await new Promise<LookUpChoice | undefined>((resolve) => {
      pick.title = presentTitle(subject);
      pick.placeholder = presentPlaceholder(subject);
      pick.value = text;
      pick.matchOnDescription = true;
      const update = () => {
        pick.items = itemsFor(client, subject, pick.value, offered);
        // a person who goes to copy an id comes back to what they typed; an empty box gets out of the way
        pick.ignoreFocusOut = pick.value.trim() !== '';
      };
      update();
      disposables.push(
        pick.onDidChangeValue(update),
        pick.onDidAccept(() => {
          const [item] = pick.selectedItems;
          if (item?.replacement !== undefined) {
            pick.value = item.replacement;
            update();
          } else if (item?.choice !== undefined) {
            resolve(item.choice);
          }
        }),
        pick.onDidHide(() => {
          resolve(undefined);
        }),
      );
      pick.show();
    });
  } finally {
    vscode.Disposable.from(...disposables).dispose();
  }
}

function itemsFor(
  client: Client,
  subject: LookUpSubject,
  value: string,
  offered: Awaited<ReturnType<typeof offeredText>>,
): readonly LookUpItem[] {
  if (value.trim() !== '') {
    const items = toLookUpItems(client, subject, value);
    return items.length === 0 ? [noteItem(presentUnfit(subject))] : items;
  }
  if (offered === undefined) {
    return [];
  }
  const heading = offered.from === 'selection' ? vscode.l10n.t('Selected in the editor') : vscode.l10n.t('Link on the clipboard');
  return [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...toLookUpItems(client, subject, offered.text)];
}

function presentTitle(subject: LookUpSubject): string {
  switch (subject) {
    case 'anything':
      return vscode.l10n.t('Look Up');
    case 'user':
      return vscode.l10n.t('Look Up User');
    case 'thread':
      return vscode.l10n.t('View Thread');
    case 'list':
      return vscode.l10n.t('Look Up List');
    case 'community':
      return vscode.l10n.t('Look Up Community');
  }
}

function presentPlaceholder(subject: LookUpSubject): string {
  switch (subject) {
    case 'anything':
      return vscode.l10n.t('@handle, link, id, #tag or words');
    case 'user':
      return vscode.l10n.t('@handle, link to a profile, or numeric id');
    case 'thread':
      return vscode.l10n.t('Link to a post, or its numeric id');
    case 'list':
      return vscode.l10n.t('Link to a list, or its numeric id');
    case 'community':
      return vscode.l10n.t('Link to a community, or its numeric id');
  }
}

/** Why nothing can be called for what was typed. */
function presentUnfit(subject: LookUpSubject): string {
  switch (subject) {
    case 'anything':
      return vscode.l10n.t('Nothing to look up in this text.');
    case 'user':
      return vscode.l10n.t('Not a handle (1 to 15 letters, digits or underscores), profile link or numeric id.');
    case 'thread':
      return vscode.l10n.t('Not a link to a post or a numeric id (digits only, at most 30).');
    case 'list':
      return vscode.l10n.t('Not a link to a list or a numeric id (digits only, at most 30).');
    case 'community':
      return vscode.l10n.t('Not a link to a community or a numeric id (digits only, at most 30).');
  }
}
