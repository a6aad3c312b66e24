import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';
import { LightElement } from './lightElement.ts';

export interface Choice {
  readonly value: string;
  readonly title: string;
  /** What choosing it costs, or other words beside it. */
  readonly detail: string;
}

/**
 * A button that opens a list of choices. Unlike a select it chooses nothing while one walks through it with the arrow keys,
 * since a choice may cost something.
 */
export class ChoiceMenu extends LightElement {
  static override properties = { label: {}, choices: {}, value: {}, glyph: {}, isOpen: { state: true } };

  label = '';
  glyph: IconName = 'blank';
  choices: readonly Choice[] = [];
  value = '';
  onChoice: (value: string) => void = () => undefined;
  private isOpen = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#closeOutside);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#closeOutside);
  }

  protected override render(): TemplateResult {
    const chosen = this.choices.find(({ value }) => value === this.value);
    return html`<button
        class="plain menu-button"
        type="button"
        aria-haspopup="menu"
        aria-expanded=${String(this.isOpen)}
        aria-label="${this.label}: ${chosen?.title ?? ''}"
        title="${this.label}: ${chosen?.title ?? ''}"
        @click=${() => this.#toggle(!this.isOpen)}
        @keydown=${(event: KeyboardEvent) => this.#openByKey(event)}
      >
        ${icon(this.glyph)}<span class="menu-value">${chosen?.title ?? ''}</span>${icon('chevron-down')}
      </button>
      ${this.isOpen ? this.#menu() : nothing}`;
  }

  #menu(): TemplateResult {
    return html`<div class="menu" role="menu" aria-label=${this.label} @keydown=${(event: KeyboardEvent) => this.#walk(event)}>
      ${this.choices.map(
        ({ value, title, detail }) =>
          html`<button
            type="button"
            role="menuitemradio"
            aria-checked=${String(value === this.value)}
            tabindex="-1"
            @click=${() => this.#choose(value)}
          >
            ${icon(value === this.value ? 'check' : 'blank')}<span>${title}</span>${
              detail === '' ? nothing : html`<span class="quiet menu-detail">${detail}</span>`
            }
          </button>`,
      )}
    </div>`;
  }

  readonly #closeOutside = (event: Event): void => {
    if (this.isOpen && event.target instanceof Node && !this.contains(event.target)) {
      this.isOpen = false;
    }
  };

  #toggle(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) {
      void this.updateComplete.then(() => {
        (
          this.querySelector<HTMLElement>('[aria-checked="true"]') ?? this.querySelector<HTMLElement>('[role="menuitemradio"]')
        )?.focus();
      });
    } else {
      this.querySelector<HTMLElement>('.menu-button')?.focus();
    }
  }

  #openByKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      this.#toggle(true);
    }
  }

  #walk(event: KeyboardEvent): void {
    const items = [...this.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      items.at((at + step) % items.length)?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      this.#toggle(false);
    }
  }

  #choose(value: string): void {
    this.#toggle(false);
    if (value !== this.value) {
      this.onChoice(value);
    }
  }
}

customElements.define('social-choice-menu', ChoiceMenu);
