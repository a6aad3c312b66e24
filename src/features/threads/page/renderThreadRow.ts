import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Post } from '../../../core/channel/post.ts';
import { renderIcon, renderIconButton } from '../../../page/kit/icon.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ShownThreadRow } from '../arrangeThreadRows.ts';
import {
  createPressHandler,
  type TextFoldControl,
  type FoldableTextName,
  type PostCallbacks,
  type PostTabIndex,
} from '../../../page/post/postText.ts';
import type { ThreadRowData } from './threadRowsCache.ts';

export interface ThreadRowCallbacks extends PostCallbacks {
  readonly tab: PostTabIndex;
  readonly load: (key: string) => void;
  readonly toggleBranch: (key: string) => void;
  readonly foldOf: (id: string, part: FoldableTextName) => TextFoldControl;
}

export function renderThreadRow(
  shown: ShownThreadRow,
  facts: ThreadRowData,
  callbacks: ThreadRowCallbacks,
  now: number,
): TemplateResult {
  const { row } = shown;
  switch (row.kind) {
    case 'post':
      return facts.post === undefined ? html`` : renderThreadPost(shown, facts.post, callbacks, now);
    case 'absent':
      return html`<div class="stub">
          ${renderIcon('circle-slash')} <span dir="auto">${row.text ?? l10n.t("This post isn't available.")}</span>
        </div>
        ${renderFoldBranchButton(shown, callbacks)}`;
    case 'missing':
      return html`<div class="stub">
          ${renderIcon('ellipsis')} <span>${l10n.t("This post wasn't loaded.")}</span>
          ${renderFetchButton(row.key, l10n.t('Load ({0})', facts.price), facts.isBusy, callbacks)}
        </div>
        ${renderFoldBranchButton(shown, callbacks)}`;
    case 'more':
      return html`<div class="stub">
        ${renderFetchButton(row.key, formatMoreRepliesTitle(row.count, facts.price), facts.isBusy, callbacks)}
      </div>`;
  }
}

function formatMoreRepliesTitle(count: number | null, price: string): string {
  return count === null ? l10n.t('Show More Replies ({0})', price) : l10n.t('Show Replies ({0})', `${count} · ${price}`);
}

/** Stays where it is while it works: a disabled button would lose the focus. */
function renderFetchButton(key: string, title: string, isBusy: boolean, callbacks: ThreadRowCallbacks): TemplateResult {
  return html`<button
    type="button"
    class="fetch"
    data-fetch
    tabindex=${callbacks.tab}
    aria-disabled=${String(isBusy)}
    @click=${createPressHandler(() => (isBusy ? undefined : callbacks.load(key)))}
  >
    ${isBusy ? html`<span class="spinning">${renderIcon('loading')}</span>` : renderIcon('cloud-download')}
    ${isBusy ? l10n.t('Loading…') : title}
  </button>`;
}

function renderThreadPost(shown: ShownThreadRow, post: Post, callbacks: ThreadRowCallbacks, now: number): TemplateResult {
  return html`<social-post
    .post=${post}
    .callbacks=${callbacks}
    .tab=${callbacks.tab}
    .now=${now}
    .isFocal=${shown.row.kind === 'post' && shown.row.role === 'focal'}
    .foldOf=${(part: FoldableTextName) => callbacks.foldOf(post.id, part)}
    .actions=${html`${renderFoldBranchButton(shown, callbacks)} ${renderIconButton('ellipsis', l10n.t('Actions…'), openPostContextMenu, { tabindex: callbacks.tab })}`}
  ></social-post>`;
}

function renderFoldBranchButton(
  { row, hasResponses, hidden }: ShownThreadRow,
  callbacks: ThreadRowCallbacks,
): TemplateResult | typeof nothing {
  if (!hasResponses) {
    return nothing;
  }
  const hiddenWords = l10n.t('Hidden replies: {0}', hidden);
  const title = hidden === 0 ? `${l10n.t('Collapse Replies')} (c)` : hiddenWords;
  return html`<button
    type="button"
    class="plain branch quiet"
    title=${title}
    aria-label=${title}
    tabindex=${callbacks.tab}
    aria-expanded=${String(hidden === 0)}
    @click=${createPressHandler(() => callbacks.toggleBranch(row.key))}
  >
    ${renderIcon(hidden === 0 ? 'fold' : 'unfold')} ${hidden === 0 ? nothing : hiddenWords}
  </button>`;
}

function openPostContextMenu(event: Event): void {
  const { currentTarget: button } = event;
  event.stopPropagation();
  if (button instanceof HTMLElement) {
    const { left, bottom } = button.getBoundingClientRect();
    button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, composed: true, clientX: left, clientY: bottom }));
  }
}
