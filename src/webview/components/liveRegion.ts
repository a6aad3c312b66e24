import { html, type PropertyValues, type TemplateResult } from 'lit';
import { Debouncer } from '../shared/debouncer.ts';
import { LightDomElement } from './lightDomElement.ts';

/** Nobody hears the end of what is said again with every letter. */
const speechDelayMs = 500;

/** What a screen reader says once it has not changed for a while, without taking the focus; not seen. */
export class DelayedLiveRegion extends LightDomElement {
  static override properties = { text: {}, said: { state: true } };

  text = '';
  private said = '';
  readonly #later = new Debouncer(speechDelayMs, () => {
    this.said = this.text;
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#later.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) {
      this.#later.start();
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="spoken" aria-live="polite" aria-atomic="true">${this.said}</div>`;
  }
}

customElements.define('social-late-region', DelayedLiveRegion);

/** What a screen reader says when it changes, without taking the focus; not seen. */
export function renderLiveRegion(text: string): TemplateResult {
  return html`<div class="spoken" role="status" aria-live="polite" aria-atomic="true">${text}</div>`;
}
