import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { TextSegment } from '../../core/channel/post.ts';
import { stripHiddenCharacters } from '../../core/text/stripHiddenCharacters.ts';
import { ignoreDoubleClick } from '../kit/pressOnce.ts';
import type { TextFoldControl, PostCallbacks, PostTabIndex } from './postCallbacks.ts';
import { clipTextAroundMatch } from './textWindow.ts';

export type TextRenderContext = Pick<PostCallbacks, 'query' | 'openLink' | 'lookUpUser' | 'searchTag'> & {
  readonly tab: PostTabIndex;
};

/** Nothing in it becomes markup. */
function renderTextSegments(segments: readonly TextSegment[], context: TextRenderContext): readonly unknown[] {
  return segments.map((segment) => renderTextSegment(segment, context));
}

function renderTextSegment(segment: TextSegment, context: TextRenderContext): TemplateResult | readonly TemplateResult[] {
  const { query, lookUpUser, searchTag } = context;
  switch (segment.kind) {
    case 'text':
      return renderTextWithMatches(stripHiddenCharacters(segment.text), query);
    case 'link':
      return renderLink(segment.url, renderTextWithMatches(stripHiddenCharacters(segment.text), query), context);
    case 'mention':
      return renderReferenceButton(segment.text, l10n.t('Look up {0}…', segment.text), context, () => lookUpUser(segment.handle));
    case 'tag':
      return renderReferenceButton(segment.text, l10n.t('Search {0}…', segment.text), context, () => searchTag(segment.tag));
  }
}

export function renderLink(
  url: string,
  inside: unknown,
  { tab, openLink }: Pick<TextRenderContext, 'tab' | 'openLink'>,
): TemplateResult {
  return html`<a href=${url} title=${url} tabindex=${tab} @click=${createPressHandler(() => openLink(url))}
    ><bdi>${inside}</bdi></a
  >`;
}

function renderReferenceButton(text: string, title: string, { tab, query }: TextRenderContext, act: () => void): TemplateResult {
  return html`<button type="button" class="link" tabindex=${tab} title=${title} @click=${createPressHandler(act)}>
    <bdi>${renderTextWithMatches(text, query)}</bdi>
  </button>`;
}

/** A press that does one thing and nothing else: the line under it is not chosen, and VS Code opens no link. */
export function createPressHandler(act: () => void): (event: Event) => void {
  const press = ignoreDoubleClick(act);
  return (event) => {
    event.preventDefault();
    event.stopPropagation();
    press(event);
  };
}

function renderTextWithMatches(text: string, query: string): readonly TemplateResult[] {
  if (query === '') {
    return [renderPlainText(text)];
  }
  const low = text.toLowerCase();
  // a script whose letters change their number when made small is not marked, only found
  if (low.length !== text.length) {
    return [renderPlainText(text)];
  }
  const pieces: TemplateResult[] = [];
  let end = 0;
  let last = 0;
  for (let at = low.indexOf(query); at >= 0; at = low.indexOf(query, end)) {
    end = at + query.length;
    pieces.push(renderPlainText(text.slice(last, at)), html`<mark>${text.slice(at, end)}</mark>`);
    last = end;
  }
  return [...pieces, renderPlainText(text.slice(end))];
}

function renderPlainText(text: string): TemplateResult {
  return html`<span class="text">${text}</span>`;
}

interface FoldableText {
  readonly segments: readonly TextSegment[];
  readonly lang: string;
}

/** How many characters of a folded text are laid out, more than its lines take; and how many more with each step. */
const foldedLength = 2_000;
const unfoldStepLength = 5_000;

/** Texts that are shorter and have fewer breaks stay below the lines of a fold even where the page is narrow. */
const maxShortTextLength = 160;
const maxShortTextLineBreaks = 8;

/**
 * A text in its own direction and language, with the links in it; nothing where it says nothing. A fold hides what goes on
 * beyond some lines (`--fold-lines`). What is looked for is never hidden.
 */
export function renderFoldableText(
  { segments: all, lang }: FoldableText,
  fold: TextFoldControl,
  context: TextRenderContext,
): TemplateResult | typeof nothing {
  if (all.length === 0) {
    return nothing;
  }
  const { query } = context;
  const { segments, hasMore } = clipTextAroundMatch(all, foldedLength + fold.steps * unfoldStepLength, query);
  const shown = segments.map(({ text }) => text).join('');
  const isShort = !hasMore && shown.length <= maxShortTextLength && shown.split('\n').length <= maxShortTextLineBreaks;
  const isOpen = fold.steps > 0 || query !== '';
  const unfoldHidden = (event: FocusEvent) => {
    if (!isOpen && isHiddenByFold(event.target, event.currentTarget)) {
      fold.show(1);
    }
  };
  return html`<div
      class="words ${isShort ? '' : isOpen ? 'foldable' : 'foldable folded'}"
      dir="auto"
      lang=${lang === '' ? nothing : lang}
      ?data-more=${hasMore}
      @focusin=${isShort ? nothing : unfoldHidden}
    >
      ${renderTextSegments(segments, context)}
    </div>
    ${isShort ? nothing : renderFoldButtons({ fold, isOpen, hasMore }, context.tab)}`;
}

export function renderFoldButtons(
  { fold, isOpen, hasMore }: { readonly fold: TextFoldControl; readonly isOpen: boolean; readonly hasMore: boolean },
  tab: PostTabIndex,
): TemplateResult {
  const button = (title: string, steps: number, isExpanded: boolean | undefined) =>
    html`<button
      type="button"
      class="link fold"
      tabindex=${tab}
      aria-expanded=${isExpanded === undefined ? nothing : String(isExpanded)}
      @click=${createPressHandler(() => fold.show(steps))}
    >
      ${title}
    </button>`;
  // the first is the same one whatever it does, and keeps the focus
  return html`<div class="folds">
    ${isOpen && !hasMore ? button(l10n.t('Show Less'), 0, true) : button(l10n.t('Show More'), fold.steps + 1, isOpen ? undefined : false)}
    ${isOpen && hasMore ? button(l10n.t('Show Less'), 0, true) : nothing}
  </div>`;
}

/** Only the page knows how its lines break. */
export function updateFoldButtons(inside: ParentNode): void {
  const folds = [...inside.querySelectorAll<HTMLElement>('.foldable')].map((text) => ({
    buttons: text.nextElementSibling,
    isNeeded: !text.classList.contains('folded') || text.hasAttribute('data-more') || text.scrollHeight > text.clientHeight + 1,
  }));
  for (const { buttons, isNeeded } of folds) {
    buttons?.classList.toggle('unneeded', !isNeeded);
  }
}

/** The keyboard came to a link that the fold hides: the browser has scrolled to it, or it lies below. */
function isHiddenByFold(link: EventTarget | null, text: EventTarget | null): boolean {
  return (
    link instanceof HTMLElement &&
    text instanceof HTMLElement &&
    (text.scrollTop > 0 || link.getBoundingClientRect().bottom > text.getBoundingClientRect().bottom + 1)
  );
}
