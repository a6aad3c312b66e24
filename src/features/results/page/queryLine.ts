import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { checkQuery, maxSearchQueryLength, applySearchFix } from '../../../client/search/checkQuery.ts';
import { composeQuery } from '../../../client/search/composeQuery.ts';
import {
  type SearchFault,
  type SearchFix,
  getSearchFaultSeverity,
  describeSearchFault,
} from '../../../client/search/describeSearchFault.ts';
import { completeQuery, type Completions } from '../query/completeQuery.ts';
import { splitIntoSegments } from '../query/segments.ts';
import { renderIcon } from '../../../page/kit/icon.ts';
import { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { textFieldMenuContext } from '../../../page/kit/pressOnce.ts';
import { displayLanguage } from '../../../page/kit/formatNumbersAndTimes.ts';

const noCompletions: Completions = { from: 0, to: 0, items: [] };

export class QueryLine extends LightDomElement {
  static override properties = {
    text: {},
    handles: {},
    completions: { state: true },
    active: { state: true },
  };

  text = '';
  handles: readonly string[] = [];
  onText: (text: string) => void = () => undefined;
  onSubmit: () => void = () => undefined;
  private completions: Completions = noCompletions;
  private active = 0;

  protected override render(): TemplateResult {
    const faults = this.text === '' ? [] : checkQuery(this.text);
    const isOpen = this.completions.items.length > 0;
    const length = composeQuery(this.text).length;
    return html`<div class="query-field">
        ${this.#colors(faults)}
        <textarea
          class="query-input"
          rows="1"
          dir="auto"
          spellcheck="false"
          autocomplete="off"
          placeholder=${l10n.t('Words and operators, for example: from:ada_writes coffee')}
          aria-label=${l10n.t('Query')}
          aria-autocomplete="list"
          data-vscode-context=${textFieldMenuContext}
          aria-controls="completions"
          aria-activedescendant=${isOpen ? `completion-${this.active}` : nothing}
          aria-invalid=${String(faults.some((fault) => getSearchFaultSeverity(fault) === 'error'))}
          aria-describedby="query-faults"
          .value=${this.text}
          @input=${this.#typed}
          @keydown=${this.#pressed}
          @scroll=${this.#scrolled}
          @blur=${() => {
            this.completions = noCompletions;
          }}
        ></textarea>
        <ul id="completions" class="completions" role="listbox" aria-label=${l10n.t('Completions')} ?hidden=${!isOpen}>
          ${this.completions.items.map(
            (item, at) =>
              html`<li
                id="completion-${at}"
                role="option"
                aria-selected=${String(at === this.active)}
                @pointerdown=${(event: Event) => {
                  event.preventDefault();
                  this.#accept(at);
                }}
              >
                <span>${item.text}</span
                ><span class="quiet">${item.detail === '' ? nothing : translateTableText(item.detail)}</span>
              </li>`,
          )}
        </ul>
      </div>
      <div class="query-foot">
        <ul id="query-faults" class="faults">
          ${faults.slice(0, 4).map((fault) => this.#fault(fault))}
        </ul>
        <span class="counter ${length > maxSearchQueryLength ? 'over' : ''}"> ${length}/${maxSearchQueryLength} </span>
      </div>`;
  }

  takeFocus(): void {
    this.querySelector<HTMLTextAreaElement>('textarea')?.focus();
  }

  /** Behind the typed text at the same positions, so it must not add whitespace. */
  #colors(faults: readonly SearchFault[]): TemplateResult {
    const spans = splitIntoSegments(this.text, faults).map(
      ({ text, kind, fault }) => html`<span class="q-${kind} ${fault === undefined ? '' : `q-${fault}`}">${text}</span>`,
    );
    // oxfmt-ignore
    return html`<div class="query-colors" aria-hidden="true" dir="auto">${spans}${'\u200b'}</div>`;
  }

  #fault(fault: SearchFault): TemplateResult {
    const { message, args } = describeSearchFault(fault);
    const isError = getSearchFaultSeverity(fault) === 'error';
    return html`<li class=${isError ? 'error' : 'warning'}>
      ${renderIcon(isError ? 'error' : 'warning')}<span>${translateTableText(message, ...args)}</span>
      ${fault.fixes
        .slice(0, 3)
        .map(
          (fix) =>
            html`<button type="button" class="plain fix" @click=${() => this.#applyFix(fix)}>
              ${translateTableText(fix.title.message, ...fix.title.args)}
            </button>`,
        )}
    </li>`;
  }

  #applyFix(fix: SearchFix): void {
    this.onText(applySearchFix(this.text, fix));
    this.takeFocus();
  }

  readonly #typed = (event: Event): void => {
    if (event.target instanceof HTMLTextAreaElement) {
      const input = event.target;
      // a query is one line
      const text = input.value.replaceAll(/[\r\n]+/g, ' ');
      const caret = input.selectionStart;
      this.completions = completeQuery(text, caret, this.handles, displayLanguage);
      this.active = 0;
      this.onText(text);
    }
  };

  readonly #scrolled = (event: Event): void => {
    const colors = this.querySelector('.query-colors');
    if (colors !== null && event.target instanceof HTMLElement) {
      colors.scrollTop = event.target.scrollTop;
    }
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const count = this.completions.items.length;
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      if (count > 0) {
        this.#accept(this.active);
      } else {
        this.completions = noCompletions;
        this.onSubmit();
      }
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      this.active = (this.active + (event.key === 'ArrowDown' ? 1 : count)) % count;
      void this.updateComplete.then(() => this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }));
    } else if (count > 0 && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      this.#accept(this.active);
    } else if (count > 0 && event.key === 'Escape') {
      event.stopPropagation();
      this.completions = noCompletions;
    }
  };

  #accept(at: number): void {
    const { from, to, items } = this.completions;
    const item = items[at];
    if (item === undefined) {
      return;
    }
    const isOperator = item.text.endsWith(':');
    const piece = isOperator ? item.text : `${item.text} `;
    const text = this.text.slice(0, from) + piece + this.text.slice(to);
    this.completions = noCompletions;
    this.onText(text);
    void this.updateComplete.then(() => {
      const input = this.querySelector<HTMLTextAreaElement>('textarea');
      input?.setSelectionRange(from + piece.length, from + piece.length);
      this.completions = isOperator ? completeQuery(text, from + piece.length, this.handles, displayLanguage) : noCompletions;
      this.active = 0;
    });
  }
}

customElements.define('social-query-line', QueryLine);
