import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { BasePost, PostMedium, TextSegment } from '../../core/channel/post.ts';
import { stripHiddenCharacters } from '../../core/text/stripHiddenCharacters.ts';
import { ignoreDoubleClick } from '../kit/pressOnce.ts';
import type { PictureLoader } from '../kit/pagePictureLoader.ts';
import { clipTextAroundMatch } from './clipText.ts';

/** Shared by all of a page's posts. */
export interface PostCallbacks {
  /** In lower case; empty for no search. */
  readonly query: string;
  readonly loadPicture: PictureLoader;
  readonly openLink: (url: string) => void;
  readonly lookUpUser: (handle: string) => void;
  readonly lookUpSpace: (id: string) => void;
  readonly openPost: (post: BasePost) => void;
  readonly searchTag: (tag: string) => void;
  readonly viewPictures: (media: readonly PostMedium[], at: number) => void;
}

/** 0 for the active post's controls, -1 for all other posts', so Tab stays within one post. */
export type PostTabIndex = 0 | -1;

export interface TextFoldControl {
  /** How often Show More was pressed; 0 while the text is folded. */
  readonly steps: number;
  readonly show: (steps: number) => void;
}

export type FoldableTextName = 'text' | 'article' | 'note' | 'quoted text' | 'quoted article';

export interface PostRenderContext extends PostCallbacks {
  readonly tab: PostTabIndex;
  /** A card is outside its thread, so it names the author it replies to, and shortens long articles. */
  readonly isCard: boolean;
  readonly foldOf: (part: FoldableTextName) => TextFoldControl;
  /** In milliseconds since 1970, for relative times. */
  readonly now: number;
}

export type TextRenderContext = Pick<PostCallbacks, 'query' | 'openLink' | 'lookUpUser' | 'searchTag'> & {
  readonly tab: PostTabIndex;
};

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

/** Handles a click without letting the row below it or VS Code's link handler see it. */
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
  // some letters have a different length in lower case, so positions wouldn't match
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

/** The number of characters rendered while a string is folded, more than fit in its lines, and with each press of Show More. */
const foldedLength = 2_000;
const unfoldStepLength = 5_000;

/** Text within these limits fits in a fold even on a narrow page. */
const maxShortTextLength = 160;
const maxShortTextLineBreaks = 8;

/** Shows the first `--fold-lines` lines of a string until it's unfolded. Text isn't folded during a search. */
export function renderFoldableText(
  { segments: all, lang }: Pick<BasePost, 'segments' | 'lang'>,
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
      ${segments.map((segment) => renderTextSegment(segment, context))}
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
  // the first button is reused for both actions, so it keeps focus
  return html`<div class="folds">
    ${isOpen && !hasMore ? button(l10n.t('Show Less'), 0, true) : button(l10n.t('Show More'), fold.steps + 1, isOpen ? undefined : false)}
    ${isOpen && hasMore ? button(l10n.t('Show Less'), 0, true) : nothing}
  </div>`;
}

/** Hides fold buttons for text that fits, which is known only after layout. */
export function updateFoldButtons(inside: ParentNode): void {
  const folds = [...inside.querySelectorAll<HTMLElement>('.foldable')].map((text) => ({
    buttons: text.nextElementSibling,
    isNeeded: !text.classList.contains('folded') || text.hasAttribute('data-more') || text.scrollHeight > text.clientHeight + 1,
  }));
  for (const { buttons, isNeeded } of folds) {
    buttons?.classList.toggle('unneeded', !isNeeded);
  }
}

/** Whether the fold hides a link that has focus: the browser has scrolled to it, or it is below the visible part. */
function isHiddenByFold(link: EventTarget | null, text: EventTarget | null): boolean {
  return (
    link instanceof HTMLElement &&
    text instanceof HTMLElement &&
    (text.scrollTop > 0 || link.getBoundingClientRect().bottom > text.getBoundingClientRect().bottom + 1)
  );
}
