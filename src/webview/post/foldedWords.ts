import { html, nothing, type TemplateResult } from 'lit';
import type { Segment } from '../../protocol/post.ts';
import { t } from '../shared/translate.ts';
import { pressed, segmentWords, type TextContext } from './segmentWords.ts';

/** A text that people wrote, in pieces, and its language where that is known. */
interface Words {
  readonly segments: readonly Segment[];
  readonly lang: string;
}

/** Whether a text is shown whole, and how a person changes that. */
export interface Fold {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Texts that are shorter and have fewer breaks stay below the lines of a fold even where the page is narrow. */
const shortText = 160;
const fewBreaks = 8;

/** A text in its own direction and language, with the links in it; nothing where it says nothing. */
export function plainWords({ segments, lang }: Words, context: TextContext): TemplateResult | typeof nothing {
  return segments.length === 0
    ? nothing
    : html`<div class="words" dir="auto" lang=${lang === '' ? nothing : lang}>${segmentWords(segments, context)}</div>`;
}

/** The same, of which a fold hides what goes on beyond some lines (`--fold-lines`). What is looked for is never hidden. */
export function foldedWords(text: Words, fold: Fold, context: TextContext): TemplateResult | typeof nothing {
  const { segments, lang } = text;
  const whole = segments.map((segment) => segment.text).join('');
  if (whole.length <= shortText && whole.split('\n').length <= fewBreaks) {
    return plainWords(text, context);
  }
  const isOpen = fold.isOpen || context.query !== '';
  const unfoldHidden = (event: FocusEvent) => {
    if (!isOpen && isBelow(event.target, event.currentTarget)) {
      fold.toggle();
    }
  };
  return html`<div
      class="words foldable ${isOpen ? '' : 'folded'}"
      dir="auto"
      lang=${lang === '' ? nothing : lang}
      @focusin=${unfoldHidden}
    >
      ${segmentWords(segments, context)}
    </div>
    <button
      type="button"
      class="link fold"
      tabindex=${context.tab}
      aria-expanded=${String(isOpen)}
      @click=${pressed(() => fold.toggle())}
    >
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
