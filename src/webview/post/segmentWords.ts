import { html, type TemplateResult } from 'lit';
import type { Segment } from '../../protocol/post.ts';
import { visibleText } from '../../results/table/visibleText.ts';
import { firstPress } from '../shared/pressOnce.ts';
import { t } from '../shared/translate.ts';
import type { PostCallbacks, PostTab } from './postCallbacks.ts';

/** What a text needs to be followed, and marked where something is looked for. */
export type TextContext = Pick<PostCallbacks, 'query' | 'openLink' | 'lookUpUser' | 'searchTag'> & { readonly tab: PostTab };

/** The pieces of a foreign text with its links, mentions and tags to press. Nothing in it becomes markup. */
export function segmentWords(segments: readonly Segment[], context: TextContext): readonly unknown[] {
  return segments.map((segment) => words(segment, context));
}

function words(segment: Segment, context: TextContext): TemplateResult | readonly TemplateResult[] {
  const { query, lookUpUser, searchTag } = context;
  switch (segment.kind) {
    case 'text':
      return marked(visibleText(segment.text), query);
    case 'link':
      return linkTo(segment.url, marked(visibleText(segment.text), query), context);
    case 'mention':
      return followed(segment.text, t('Look up {0}…', segment.text), context, () => lookUpUser(segment.handle));
    case 'tag':
      return followed(segment.text, t('Search {0}…', segment.text), context, () => searchTag(segment.tag));
  }
}

/** A link, whose words may be short for it. */
export function linkTo(url: string, inside: unknown, { tab, openLink }: Pick<TextContext, 'tab' | 'openLink'>): TemplateResult {
  return html`<a href=${url} title=${url} tabindex=${tab} @click=${pressed(() => openLink(url))}><bdi>${inside}</bdi></a>`;
}

function followed(text: string, title: string, { tab, query }: TextContext, act: () => void): TemplateResult {
  return html`<button type="button" class="link" tabindex=${tab} title=${title} @click=${pressed(act)}>
    <bdi>${marked(text, query)}</bdi>
  </button>`;
}

/** A press that does one thing and nothing else: the line under it is not chosen, and VS Code opens no link. */
export function pressed(act: () => void): (event: Event) => void {
  const press = firstPress(act);
  return (event) => {
    event.preventDefault();
    event.stopPropagation();
    press(event);
  };
}

/** A text with what was looked for marked in it. */
function marked(text: string, query: string): readonly TemplateResult[] {
  if (query === '') {
    return [plain(text)];
  }
  const low = text.toLowerCase();
  // a script whose letters change their number when made small is not marked, only found
  if (low.length !== text.length) {
    return [plain(text)];
  }
  const pieces: TemplateResult[] = [];
  let end = 0;
  let last = 0;
  for (let at = low.indexOf(query); at >= 0; at = low.indexOf(query, end)) {
    end = at + query.length;
    pieces.push(plain(text.slice(last, at)), html`<mark>${text.slice(at, end)}</mark>`);
    last = end;
  }
  return [...pieces, plain(text.slice(end))];
}

/** Words with their own line breaks, in an element that keeps them whatever stands around it. */
function plain(text: string): TemplateResult {
  return html`<span class="text">${text}</span>`;
}
