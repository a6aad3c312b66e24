import * as vscode from 'vscode';
import type { Endpoint } from '../../client/endpoint.ts';
import { defaultSearchTab, search } from '../../client/endpoints/primary/search.ts';
import { findEndpointById } from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import { restorableResultsSchema, type ResultsViewMode } from '../../protocol/resultsContract.ts';
import type { FieldTexts } from '../../app/search/collectIdentifiers.ts';
import type { Services } from '../shared/services.ts';
import { readSetting } from '../shared/settings.ts';
import { parseFixtureAnswerId } from '../shared/fixtureAnswerIds.ts';
import { setTabIcon } from '../shared/page/webviewPage.ts';
import { type ResultsPanelOptions, ResultsPanel, resultsViewType, type ShownAnswers } from './resultsPanel.ts';
import { SavedSearches } from '../shared/savedSearches.ts';

/** All tabs with results of this window. */
export class ResultsPanels implements vscode.Disposable {
  readonly #services: Services;
  readonly #saved: SavedSearches;
  readonly #panels = new Set<ResultsPanel>();

  constructor(services: Services) {
    this.#services = services;
    this.#saved = new SavedSearches(services.context.globalState);
  }

  /** The tab in front, else the one that was used last. */
  get active(): ResultsPanel | undefined {
    return [...this.#panels].find(({ panel }) => panel.active) ?? [...this.#panels].at(-1);
  }

  /** Opens a search with this query in its line. Makes no call. */
  async openSearch(query: string): Promise<void> {
    const found = this.#reusable(search);
    if (query === '' && found?.session.endpoint.id === search.id) {
      found.panel.reveal(); // what stands there was paid for: an empty search does not take its place
      found.focusQuestion();
      return;
    }
    await this.openQuestion(search, { searchItem: query, category: defaultSearchTab });
  }

  /**
   * Opens a question with its form.
   * @param offer a person accepted what it was said to cost: it is asked at once; unasked when left out
   */
  async openQuestion(endpoint: Endpoint, texts: FieldTexts, offer?: 'free' | 'priced', view?: ResultsViewMode): Promise<void> {
    const found = this.#reusable(endpoint);
    const panel = found ?? this.#create(endpoint, texts, view);
    if (found !== undefined) {
      found.panel.reveal();
      await found.showQuestion(endpoint, texts, view);
    }
    if (offer !== undefined) {
      await panel.call(texts, offer === 'free' ? 'only' : undefined);
    }
  }

  /**
   * Shows the records of an answer that is there already. Makes no call.
   * @param shown the answers that are shown, by their ids, where it is the first of several, and how
   */
  async openAnswer(endpoint: Endpoint, exchange: Exchange, shown: ShownAnswers): Promise<void> {
    const reusable = this.#reusable(endpoint, parseFixtureAnswerId(exchange.id)?.sidecarUri);
    // an answer comes when it comes: it ends nothing that was begun there meanwhile
    const found = reusable?.session.isBusy === true ? undefined : reusable;
    found?.panel.reveal();
    await (found ?? this.#create(endpoint, {})).showAnswer(endpoint, exchange, shown);
  }

  /** Fills a tab that VS Code brings back. Makes no call: its page asks for what it showed, and gets it from what is kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const source =
      typeof state === 'object' && state !== null && 'source' in state
        ? restorableResultsSchema.safeParse(state.source)
        : undefined;
    const endpoint = source?.success === true ? findEndpointById(source.data.endpointId) : undefined;
    const texts = source?.success === true ? source.data.texts : {};
    this.#fill(panel, { endpoint: endpoint ?? search, texts, isRestored: true });
  }

  dispose(): void {
    for (const { panel } of this.#panels) {
      panel.dispose();
    }
    this.#saved.dispose();
  }

  /**
   * The tab that was used last with something of the same group: jobs do not take the place of trends.
   * @param fixture its records come from it: neither they nor a search take the place of the other
   */
  #reusable({ group }: Endpoint, fixture?: vscode.Uri): ResultsPanel | undefined {
    const isReused = (readSetting('results.open') ?? 'reuse') === 'reuse';
    const isMeant = ({ endpoint, fixture: shown }: ResultsPanel['session']) =>
      endpoint.group === group && shown?.toString() === fixture?.toString();
    return isReused ? [...this.#panels].findLast(({ session }) => isMeant(session)) : undefined;
  }

  #create(endpoint: Endpoint, texts: FieldTexts, view?: ResultsViewMode): ResultsPanel {
    const panel = vscode.window.createWebviewPanel(resultsViewType, endpoint.title, vscode.ViewColumn.Active);
    return this.#fill(panel, { endpoint, texts, view, isRestored: false });
  }

  #fill(panel: vscode.WebviewPanel, opened: Omit<ResultsPanelOptions, 'onNavigated'>): ResultsPanel {
    setTabIcon(panel, 'search');
    const results = new ResultsPanel(this.#services, this.#saved, panel, {
      ...opened,
      onNavigated: () => this.#setContexts(),
    });
    this.#panels.add(results);
    panel.onDidDispose(() => {
      this.#panels.delete(results);
      results.dispose();
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) {
        this.#panels.delete(results);
        this.#panels.add(results);
        this.#setContexts();
      }
    });
    return results;
  }

  /** What Back and Forward of the tab in front can do. */
  #setContexts(): void {
    const { canGoBack = false, canGoForward = false } = this.active?.places ?? {};
    void vscode.commands.executeCommand('setContext', 'socialData.results.canGoBack', canGoBack);
    void vscode.commands.executeCommand('setContext', 'socialData.results.canGoForward', canGoForward);
  }
}
