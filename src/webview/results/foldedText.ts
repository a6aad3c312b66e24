import { html, type TemplateResult } from 'lit';
import { t } from '../shared/translate.ts';
import type { CardTab } from './cardText.ts';

/** Whether the text of a card is shown whole, and how a person changes that. */
export interface Fold {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Texts that are shorter and have fewer breaks stay below the lines of a fold even where the page is narrow. */
const shortText = 160;
const fewBreaks = 8;

/** A text of a card, of which a fold hides what goes on beyond some lines (records.css says how many). */
export function foldedText(
  text: string,
  pieces: readonly TemplateResult[],
  { isOpen, toggle }: Fold,
  tab: CardTab,
): TemplateResult {
  if (text.length <= shortText && text.split('\n').length <= fewBreaks) {
    return html`<p class="text" dir="auto">${pieces}</p>`;
  }
  const unfoldHidden = (event: FocusEvent) => {
    if (!isOpen && isBelow(event.target, event.currentTarget)) {
      toggle();
    }
  };
  return html`<p class="text foldable ${isOpen ? '' : 'folded'}" dir="auto" @focusin=${unfoldHidden}>${pieces}</p>
    <button type="button" class="plain fold" tabindex=${tab} aria-expanded=${String(isOpen)} @click=${toggle}>
      ${isOpen ? t('Show Less') : t('Show More')}
    </button>`;
}

/** Shows the buttons of those folds that hide something: only the page knows how its lines break. */
export function showFolds(inside: ParentNode): void {
  const folds = [...inside.querySelectorAll<HTMLElement>('.foldable')].map((text) => ({
    button: text.nextElementSibling,
    isNeeded: !text.classList.contains('folded') || text.scrollHeight > text.clientHeight + 1,
  }));
  for (const { button, isNeeded } of folds) {
    button?.classList.toggle('unneeded', !isNeeded);
  }
}

/** The keyboard came to a link that the fold hides: the browser has scrolled to it, or it lies below. */
function isBelow(link: EventTarget | null, text: EventTarget | null): boolean {
  return (
    link instanceof HTMLElement &&
    text instanceof HTMLElement &&
    (text.scrollTop > 0 || link.getBoundingClientRect().bottom > text.getBoundingClientRect().bottom + 1)
  );
}
