import * as vscode from 'vscode';
import { recognise } from '../../app/lookUp/recognise.ts';
import { callAndShow, showAnswer } from '../shared/callAndShow.ts';
import { runCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { type LookUpItem, type LookUpSubject, noteItem, toLookUpItems } from './lookUpItems.ts';

const maxOffered = 512;

/** Makes the rows for a text. */
type ToItems = (text: string) => readonly LookUpItem[];

/**
 * Asks what to look up, says as one types what it is and what each choice will call and cost, and makes the chosen call.
 * @param text given by another part of the extension: it is put into the box, and the choice is still the person's
 * @param offered `only`: that part said that it is free
 */
export async function lookUp(services: Services, subject: LookUpSubject, text?: string, offered?: 'only'): Promise<void> {
  if (subject === 'thread' && text !== undefined && recognise(text).some(({ kind }) => kind === 'post' || kind === 'id')) {
    // another part names one post: the press there was the choice
    return await runCommand('socialData.threads.open', text, offered);
  }
  const client = await services.client();
  const toItems: ToItems = (typed) => toLookUpItems(client, subject, typed);
  const first = text === undefined ? await offeredItems(toItems) : [];
  const { choice, reuse } = (await pickChoice(subject, text ?? '', toItems, first)) ?? {};
  if (choice?.subject === 'thread') {
    await runCommand('socialData.threads.open', choice.value, reuse);
  } else if (choice !== undefined) {
    await callAndShow(services, choice.endpoint, choice.params, reuse === undefined ? {} : { reuse }, showAnswer);
  }
}

/** @param offered the rows of an empty box */
async function pickChoice(
  subject: LookUpSubject,
  text: string,
  toItems: ToItems,
  offered: readonly LookUpItem[],
): Promise<LookUpItem | undefined> {
  const pick = vscode.window.createQuickPick<LookUpItem>();
  const { title, placeholder, unfit } = describeSubject(subject);
  Object.assign(pick, { title, placeholder, value: text, matchOnDescription: true });
  const update = () => {
    const isEmpty = pick.value.trim() === '';
    const items = isEmpty ? offered : toItems(pick.value);
    pick.items = isEmpty || items.length > 0 ? items : [noteItem(unfit)];
    // a person who goes to copy an id comes back to what they typed; an empty box gets out of the way
    pick.ignoreFocusOut = !isEmpty;
  };
  update();
  try {
    return await new Promise<LookUpItem | undefined>((resolve) => {
      pick.onDidChangeValue(update);
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.replacement !== undefined) {
          pick.value = item.replacement;
          update();
        } else if (item?.choice !== undefined) {
          resolve(item);
        }
      });
      pick.onDidHide(() => {
        resolve(undefined);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/**
 * The rows to start from: of the text selected in the active editor or, failing that, of a link on the clipboard. The clipboard
 * may hold anything, so only a link is taken from it, and nothing of it is logged.
 */
async function offeredItems(toItems: ToItems): Promise<readonly LookUpItem[]> {
  const itemsOf = (heading: string, text: string): readonly LookUpItem[] => {
    const items = text === '' || text.length > maxOffered || text.includes('\n') ? [] : toItems(text);
    const leadsOn = items.some(({ choice }) => choice !== undefined);
    return leadsOn ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...items] : [];
  };
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined ? '' : editor.document.getText(editor.selection).trim();
  const items = itemsOf(vscode.l10n.t('Selected in the editor'), selected);
  if (items.length > 0) {
    return items;
  }
  const copied = (await vscode.env.clipboard.readText()).trim();
  return /^https?:\/\/\S+$/i.test(copied) ? itemsOf(vscode.l10n.t('Link on the clipboard'), copied) : [];
}

/** What the box for a subject says; `unfit` is why nothing can be called for what was typed. */
function describeSubject(subject: LookUpSubject): {
  readonly title: string;
  readonly placeholder: string;
  readonly unfit: string;
} {
  const { l10n } = vscode;
  return {
    anything: {
      title: l10n.t('Look Up'),
      placeholder: l10n.t('@handle, link, id, #tag or words'),
      unfit: l10n.t('Nothing to look up in this text.'),
    },
    user: {
      title: l10n.t('Look Up User'),
      placeholder: l10n.t('@handle, link to a profile, or numeric id'),
      unfit: l10n.t('Not a handle (1 to 15 letters, digits or underscores), profile link or numeric id.'),
    },
    thread: {
      title: l10n.t('View Thread'),
      placeholder: l10n.t('Link to a post, or its numeric id'),
      unfit: l10n.t('Not a link to a post or a numeric id (digits only, at most 30).'),
    },
    list: {
      title: l10n.t('Look Up List'),
      placeholder: l10n.t('Link to a list, or its numeric id'),
      unfit: l10n.t('Not a link to a list or a numeric id (digits only, at most 30).'),
    },
    community: {
      title: l10n.t('Look Up Community'),
      placeholder: l10n.t('Link to a community, or its numeric id'),
      unfit: l10n.t('Not a link to a community or a numeric id (digits only, at most 30).'),
    },
  }[subject];
}
