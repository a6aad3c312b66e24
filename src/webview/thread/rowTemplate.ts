import { html, nothing, type TemplateResult } from 'lit';
import type { ThreadPost } from '../../protocol/threadPost.ts';
import { icon, iconButton, type IconName } from '../components/icon.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { t } from '../shared/translate.ts';
import type { ShownRow } from './arrange.ts';
import { authorLine, postWords, pressed } from './postBody.ts';
import { attachments, countsLine, notes, quotedPost, smallPrint } from './postExtras.ts';
import type { ThreadHands } from './threadHands.ts';
import type { RowFacts } from './threadLines.ts';

/** More characters or lines than these are folded. */
const longText = 700;
const manyLines = 12;

/** What stands in a line. */
export function rowTemplate(shown: ShownRow, facts: RowFacts, hands: ThreadHands): TemplateResult {
  const { row } = shown;
  switch (row.kind) {
    case 'post':
      return facts.post === undefined ? html`` : postTemplate(shown, facts.post, row.role === 'focal', hands);
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

function postTemplate(shown: ShownRow, post: ThreadPost, isFocal: boolean, hands: ThreadHands): TemplateResult {
  const { repostedBy } = post;
  return html`${
      repostedBy === null
        ? nothing
        : html`<div class="quiet small">${icon('sync')} <bdi>${repostedBy.name}</bdi> ${t('reposted')}</div>`
    }
    <div class="post">
      <div class="avatar">
        <social-picture
          .url=${post.author.picture ?? ''}
          .alt=${''}
          .glyph=${'account' satisfies IconName}
          .load=${hands.loadPicture}
        ></social-picture>
      </div>
      <div class="content">
        ${authorLine(post, hands, `author-${post.id}`)} ${text(post, hands)} ${attachments(post, hands)}
        ${quotedPost(post, hands)} ${notes(post, hands)} ${smallPrint(post, isFocal)}
        <div class="foot">
          ${countsLine(post)}<span class="spring"></span>${branchButton(shown, hands)}
          ${iconButton('ellipsis', t('Actions…'), showMenu, { tabindex: hands.tab })}
        </div>
      </div>
    </div>`;
}

function text(post: ThreadPost, hands: ThreadHands): TemplateResult | typeof nothing {
  const length = post.segments.reduce((sum, segment) => sum + segment.text.length, 0);
  const lines = post.segments.reduce((sum, segment) => sum + segment.text.split('\n').length - 1, 1);
  if (length <= longText && lines <= manyLines) {
    return postWords(post, hands);
  }
  const isOpen = hands.isUnfolded(post.id) || hands.query !== '';
  return html`<div class=${isOpen ? 'long' : 'long folded'}>${postWords(post, hands)}</div>
    <button
      type="button"
      class="link"
      tabindex=${hands.tab}
      aria-expanded=${String(isOpen)}
      @click=${pressed(() => hands.toggleFold(post.id))}
    >
      ${isOpen ? t('Show Less') : t('Show More')}
    </button>`;
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
