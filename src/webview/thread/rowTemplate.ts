import { html, nothing, type TemplateResult } from 'lit';
import type { Post } from '../../protocol/post.ts';
import { icon, iconButton } from '../components/icon.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { t } from '../shared/translate.ts';
import type { ShownRow } from './arrange.ts';
import { pressed } from '../post/segmentWords.ts';
import type { ThreadHands } from './threadHands.ts';
import type { RowFacts } from './threadLines.ts';

/** What stands in a line, at a time in milliseconds since 1970. */
export function rowTemplate(shown: ShownRow, facts: RowFacts, hands: ThreadHands, now: number): TemplateResult {
  const { row } = shown;
  switch (row.kind) {
    case 'post':
      return facts.post === undefined ? html`` : postTemplate(shown, facts.post, hands, now);
    case 'absent':
      return html`<div class="stub">
          ${icon('circle-slash')} <span dir="auto">${row.text ?? t('This post is not available.')}</span>
        </div>
        ${branchButton(shown, hands)}`;
    case 'missing':
      return html`<div class="stub">
          ${icon('ellipsis')} <span>${t('A post that was not fetched.')}</span>
          ${fetchButton(row.key, t('Fetch ({0})', facts.price), facts.isBusy, hands)}
        </div>
        ${branchButton(shown, hands)}`;
    case 'more':
      return html`<div class="stub">
        ${fetchButton(row.key, moreTitle(row.place, row.count, facts.price), facts.isBusy, hands)}
      </div>`;
  }
}

function moreTitle(place: 'branch' | 'page', count: number | null, price: string): string {
  if (place === 'page') {
    return t('Show More Replies ({0})', price);
  }
  if (count === null) {
    return t('Show Replies ({0})', price);
  }
  return count === 1 ? t('Show 1 Reply ({0})', price) : t('Show {0} Replies ({1})', count, price);
}

/** Stays where it is while it works: a disabled button would lose the focus. */
function fetchButton(key: string, title: string, isBusy: boolean, hands: ThreadHands): TemplateResult {
  return html`<button
    type="button"
    class="fetch"
    data-fetch
    tabindex=${hands.tab}
    aria-disabled=${String(isBusy)}
    @click=${pressed(() => (isBusy ? undefined : hands.load(key)))}
  >
    ${isBusy ? html`<span class="spinning">${icon('loading')}</span>` : icon('cloud-download')} ${isBusy ? t('Loading…') : title}
  </button>`;
}

function postTemplate(shown: ShownRow, post: Post, hands: ThreadHands, now: number): TemplateResult {
  return html`<social-post
    .post=${post}
    .callbacks=${hands}
    .tab=${hands.tab}
    .now=${now}
    .isFocal=${shown.row.kind === 'post' && shown.row.role === 'focal'}
    .isOpen=${hands.isUnfolded(post.id)}
    .onToggleFold=${() => hands.toggleFold(post.id)}
    .actions=${html`${branchButton(shown, hands)} ${iconButton('ellipsis', t('Actions…'), showMenu, { tabindex: hands.tab })}`}
  ></social-post>`;
}

/** Folds the answers under a line away, and says how many are. */
function branchButton({ row, hasAnswers, hidden }: ShownRow, hands: ThreadHands): TemplateResult | typeof nothing {
  if (!hasAnswers) {
    return nothing;
  }
  const hiddenWords = hidden === 1 ? t('1 reply hidden') : t('{0} replies hidden', hidden);
  const title = hidden === 0 ? t('Collapse Replies (c)') : hiddenWords;
  return html`<button
    type="button"
    class="plain branch quiet"
    title=${title}
    aria-label=${title}
    tabindex=${hands.tab}
    aria-expanded=${String(hidden === 0)}
    @click=${pressed(() => hands.toggleBranch(row.key))}
  >
    ${icon(hidden === 0 ? 'fold' : 'unfold')} ${hidden === 0 ? nothing : hiddenWords}
  </button>`;
}

/** Opens VS Code's own menu of the post, as a right click there does. */
function showMenu(event: Event): void {
  const { currentTarget: button } = event;
  event.stopPropagation();
  if (button instanceof HTMLElement) {
    const { left, bottom } = button.getBoundingClientRect();
    button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, composed: true, clientX: left, clientY: bottom }));
  }
}
