import { html, type TemplateResult } from 'lit';
import { LightElement } from '../components/lightElement.ts';
import { t } from '../shared/translate.ts';

/** A dialog with the keys of a thread. */
export class KeyHelp extends LightElement {
  onClose: () => void = () => undefined;

  protected override firstUpdated(): void {
    // not while it is rendered: a dialog that is not in the page yet cannot be shown
    this.#dialog?.showModal();
  }

  protected override render(): TemplateResult {
    const keys: readonly (readonly [string, string])[] = [
      ['↓ j', t('Next line')],
      ['↑ k', t('Line before')],
      ['Enter', t('Fetch, or go into the post')],
      ['Tab', t('What is in the post')],
      ['c', t('Collapse or expand replies')],
      ['o', t('Open in browser')],
      ['p', t('To what it answers')],
      ['r', t('To the post of the thread')],
      ['n', t('Next on this level')],
      ['a', t("Only the author's posts")],
      ['/', t('Find')],
      ['?', t('These keys')],
    ];
    return html`<dialog class="dialog" aria-label=${t('Keys')} @close=${() => this.onClose()}>
      <h2>${t('Keys')}</h2>
      <dl>
        ${keys.map(
          ([key, words]) =>
            html`<div>
              <dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt>
              <dd>${words}</dd>
            </div>`,
        )}
      </dl>
      <button type="button" class="link" @click=${() => this.#dialog?.close()}>${t('Close')}</button>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }
}

customElements.define('social-key-help', KeyHelp);
