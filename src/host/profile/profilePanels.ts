import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import { createEventMessage } from '../../protocol/channel.ts';
import { profileContract } from '../../protocol/profileContract.ts';
import type { Services } from '../shared/services.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { ProfilePanel } from './profilePanel.ts';
import { ProfileSession, toShownRecord } from './profileSession.ts';

/** All pages of single things in this window. */
export class ProfilePanels implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels = new Set<ProfilePanel>();

  constructor(services: Services) {
    this.#services = services;
    services.exchanges.setActive(() => {
      const panels = [...this.#panels];
      return (panels.find(({ panel }) => panel.active) ?? panels.at(-1))?.exchange;
    });
  }

  /** Shows the one thing that an answer is about; a page of it that is open already is taken to the front. Makes no call. */
  async open(exchange: Exchange): Promise<void> {
    const shown = toShownRecord(exchange);
    if (shown === undefined) {
      showRefusal(vscode.l10n.t('This answer is not about one user, list, community, Space or job.'));
      return;
    }
    const session = new ProfileSession(this.#services, shown);
    const first = [createEventMessage(profileContract.webview, 'state', await session.state())];
    const existing = [...this.#panels].find(({ key }) => key === shown.key);
    if (existing !== undefined) {
      session.dispose();
      existing.panel.reveal();
      existing.show(shown);
      return;
    }
    const panel = vscode.window.createWebviewPanel('socialData.profile', session.title, vscode.ViewColumn.Active);
    this.#add(new ProfilePanel(this.#services, panel, session, first));
  }

  /** Fills a tab that VS Code brings back: its page says which answer it showed. Makes no call. */
  restore(panel: vscode.WebviewPanel): void {
    this.#add(new ProfilePanel(this.#services, panel, new ProfileSession(this.#services)));
  }

  dispose(): void {
    for (const { panel } of this.#panels) {
      panel.dispose();
    }
  }

  #add(opened: ProfilePanel): void {
    this.#panels.add(opened);
    opened.panel.onDidDispose(() => {
      this.#panels.delete(opened);
      opened.dispose();
    });
  }
}
