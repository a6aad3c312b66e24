import * as vscode from 'vscode';
import { type SavedSearch, savedSearchesSchema } from '../resultsContract.ts';

const stateKey = 'socialData.savedSearches';
const maxSaved = 200;

/** Empty if they can't be read. */
export function readSavedSearches(state: Pick<vscode.Memento, 'get'>): readonly SavedSearch[] {
  const read = savedSearchesSchema.safeParse(state.get(stateKey));
  return read.success ? read.data : [];
}

export class SavedSearches implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(): readonly SavedSearch[] {
    return readSavedSearches(this.#state);
  }

  async add(text: string, tab: string): Promise<void> {
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Save Search'),
      prompt: vscode.l10n.t('Enter a name for this search.'),
      value: text.slice(0, 60),
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
    });
    if (name !== undefined) {
      await this.save({ name: name.trim(), text, tab });
    }
  }

  /** Replaces a saved search with the same name. */
  async save(saved: SavedSearch): Promise<void> {
    const others = this.list().filter(({ name }) => name !== saved.name);
    await this.#write([saved, ...others].slice(0, maxSaved));
  }

  async remove(name: string): Promise<void> {
    await this.#write(this.list().filter((search) => search.name !== name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(searches: readonly SavedSearch[]): Promise<void> {
    await this.#state.update(stateKey, searches);
    this.#changed.fire();
  }
}
