import { html, type TemplateResult } from 'lit';
import { type TextLinkPart, toSegments, type TextSegment } from '../../app/post/toSegments.ts';
import { visibleText } from '../../results/table/visibleText.ts';
import { t } from '../shared/translate.ts';
import type { ListHands } from './recordList.ts';

/** Where the controls of a card stand in the order of Tab: those of one card only are in it. */
export type CardTab = 0 | -1;

/** A foreign text with its links, mentions and tags to press. Nothing in it becomes markup. */
export function cardText(
  text: string,
  links: readonly TextLinkPart[],
  hands: ListHands | undefined,
  tab: CardTab,
): readonly TemplateResult[] {
  return toSegments(visibleText(text), links).map((segment) => piece(segment, hands, tab));
}

function piece(segment: TextSegment, hands: ListHands | undefined, tab: CardTab): TemplateResult {
  switch (segment.kind) {
    case 'text':
      return html`${segment.text}`;
    case 'link':
      return cardLink(segment.url, segment.text, hands, tab);
    case 'mention':
      return followed(segment.text, t('Look up {0}…', segment.text), tab, () => hands?.lookUpUser(segment.handle));
    case 'tag':
      return followed(segment.text, t('Search {0}…', segment.text), tab, () => hands?.searchTag(segment.tag));
  }
}

/** A link of a record, whose text may be short for it. */
export function cardLink(url: string, text: string, hands: ListHands | undefined, tab: CardTab): TemplateResult {
  return html`<a href=${url} title=${url} tabindex=${tab} @click=${pressed(() => hands?.openLink(url))}><bdi>${text}</bdi></a>`;
}

function followed(text: string, title: string, tab: CardTab, act: () => void): TemplateResult {
  return html`<button type="button" class="link" tabindex=${tab} title=${title} @click=${pressed(act)}>
    <bdi>${text}</bdi>
  </button>`;
}

/** VS Code opens no link by itself: the host does, in one place. */
function pressed(act: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
