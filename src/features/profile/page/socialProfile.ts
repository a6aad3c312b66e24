import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { presentSection } from '../../explore/index.ts';
import type { ProfileAction, ProfileContent, ProfileContract, ProfileFact, ProfileState } from '../profileContract.ts';
import { renderIcon, type IconName } from '../../../page/kit/icon.ts';
import { LightDomElement, toStateProperties } from '../../../page/kit/lightDomElement.ts';
import { renderRealMoneyBadge, renderLiveRegion, renderEmpty, renderProgressBar } from '../../../page/kit/pageStates.ts';
import { PagePictureLoader } from '../../../page/kit/pagePictureLoader.ts';
import { renderLoadPicturesBanner } from '../../../page/post/pictureViewer.ts';
import {
  type TextFoldControl,
  renderFoldableText,
  renderLink,
  createPressHandler,
  updateFoldButtons,
  type TextRenderContext,
} from '../../../page/post/postText.ts';
import { renderIconWithLabel, renderVerificationBadge } from '../../../page/post/postParts.ts';
import { connectToHost } from '../../../page/kit/connectToHost.ts';
import {
  formatCompactNumber,
  formatDate,
  formatDateTime,
  formatExactNumber,
  formatFullTime,
} from '../../../page/kit/formatNumbersAndTimes.ts';
import { ignoreDoubleClick, EnterReleaseGuard } from '../../../page/kit/pressOnce.ts';

const profileKindTitles: Readonly<Record<ProfileContent['kind'], string>> = {
  user: l10n.t('User'),
  list: l10n.t('List'),
  community: l10n.t('Community'),
  space: l10n.t('Space'),
  job: l10n.t('Job'),
};

interface PersistedProfilePage {
  readonly exchangeId: string | null;
  readonly connection: string | null;
  readonly hasPictures: boolean;
}

export class SocialProfile extends LightDomElement {
  static override properties = toStateProperties('state', 'steps');

  private state: ProfileState | undefined;
  private steps = 0;

  readonly #host = connectToHost<ProfileContract>({ state: (state) => this.#take(state) });
  readonly #pictures = new PagePictureLoader(this.#host.channel, () => this.requestUpdate());
  readonly #release = new EnterReleaseGuard();

  override connectedCallback(): void {
    super.connectedCallback();
    const { exchangeId, connection, hasPictures } = readPersistedProfilePage(this.#host.savedState);
    if (hasPictures) {
      this.#pictures.allow();
    }
    this.#host.receiveInitial();
    this.#host.ask('ready', { exchangeId, connection });
  }

  #take(state: ProfileState): void {
    this.state = state;
    if (state.exchangeId !== null) {
      this.#persist();
    }
  }

  #persist(): void {
    const { exchangeId = null, connection = null } = this.state ?? {};
    const hasPictures = this.#pictures.isAllowed;
    this.#host.saveState({ exchangeId, connection, hasPictures } satisfies PersistedProfilePage);
  }

  protected override updated(): void {
    updateFoldButtons(this);
  }

  protected override render(): TemplateResult {
    const { state } = this;
    if (state === undefined) {
      return html`${renderProgressBar(true)}`;
    }
    const { profile } = state;
    return html`${renderProgressBar(state.isLoading)}${profile === null ? this.#gone(state) : this.#page(profile, state)}
    ${renderLiveRegion(state.notice)}`;
  }

  #gone({ notice, actions }: ProfileState): TemplateResult {
    const buttons = actions.map(
      ({ action, title }) => html`<vscode-button @click=${ignoreDoubleClick(() => this.#act(action))}>${title}</vscode-button>`,
    );
    return renderEmpty('history', notice, buttons);
  }

  #page(profile: ProfileContent, state: ProfileState): TemplateResult {
    const shown = new Set<string>(state.parts.map(({ section }) => section));
    const counts = profile.counts.filter(({ section }) => !shown.has(section));
    return html`${renderLoadPicturesBanner(this.#pictures.isWaiting, () => this.#loadPictures())}
      <div class="scroller">
        <article class="profile" aria-label=${profile.name} data-vscode-context=${JSON.stringify({ viewItem: state.words })}>
          ${this.#head(profile, state)} ${this.#about(profile)} ${this.#facts(profile)}
          ${
            counts.length === 0
              ? nothing
              : html`<ul class="counts">
                  ${counts.map(
                    ({ title, count }) =>
                      html`<li title=${formatExactNumber(count)}><strong>${formatCompactNumber(count)}</strong> ${title}</li>`,
                  )}
                </ul>`
          }
          ${this.#parts(profile, state)} ${renderRules(profile)}
        </article>
      </div>`;
  }

  #head(profile: ProfileContent, state: ProfileState): TemplateResult {
    const { name, handle, kind, badge, marks, banner, picture } = profile;
    const hasPicture = kind === 'user';
    return html`<header class=${banner === null ? 'plain-head' : ''}>
        ${
          banner === null
            ? nothing
            : html`<social-picture
                class="banner-picture"
                .url=${banner}
                .alt=${''}
                .load=${this.#pictures.load}
              ></social-picture>`
        }
        ${
          hasPicture
            ? html`<social-picture
                class="portrait"
                .url=${picture ?? ''}
                .alt=${''}
                .glyph=${'account' satisfies IconName}
                .load=${this.#pictures.load}
              ></social-picture>`
            : nothing
        }
        <div class="titles">
          <h2>
            <bdi>${name}</bdi>
            ${renderVerificationBadge(badge)}
            ${marks.map(({ title, icon }) => (icon === null ? nothing : renderIconWithLabel(icon, title)))}
          </h2>
          <p class="quiet">
            ${handle === null ? profileKindTitles[kind] : html`<bdi>@${handle}</bdi>`}
            ${marks.map(({ title, icon }) => (icon === null ? html`<span class="badge">${title}</span>` : nothing))}
            ${state.isSandbox ? html`<span class="badge sandbox">${renderIcon('beaker')} ${l10n.t('Sandbox')}</span>` : nothing}
          </p>
        </div>
      </header>
      <div class="actions" role="toolbar" aria-label=${l10n.t('Actions')}>
        ${state.actions.map(
          ({ action, title }) =>
            html`<button
              type="button"
              class="plain action"
              title=${title}
              aria-label=${title}
              @click=${ignoreDoubleClick(() => this.#act(action))}
            >
              ${renderIcon(actionGlyphs[action])}<span>${title}</span>
            </button>`,
        )}
      </div>
      <p class="response quiet">${state.response} ${renderRealMoneyBadge(state.isLive)}</p>`;
  }

  #about({ about }: ProfileContent): TemplateResult | typeof nothing {
    const fold: TextFoldControl = {
      steps: this.steps,
      show: (steps) => {
        this.steps = steps;
      },
    };
    return renderFoldableText({ segments: about, lang: '' }, fold, this.#context);
  }

  #facts({ facts }: ProfileContent): TemplateResult | typeof nothing {
    return facts.length === 0
      ? nothing
      : html`<dl class="facts">
          ${facts.map(
            (fact) =>
              html`<div>
                <dt class="quiet">${fact.title}</dt>
                <dd dir="auto">${this.#fact(fact)}</dd>
              </div>`,
          )}
        </dl>`;
  }

  #fact({ as, text, url }: ProfileFact): TemplateResult {
    switch (as) {
      case 'text':
        return html`${text}`;
      case 'time':
      case 'date':
        return html`<time datetime=${text} title=${formatFullTime(text)}
          >${as === 'date' ? formatDate(text) : formatDateTime(text)}</time
        >`;
      case 'link':
        return renderLink(url ?? '', text, this.#context);
      case 'user':
        return html`<button
          type="button"
          class="link"
          title=${l10n.t('Look up {0}…', `@${text}`)}
          @click=${createPressHandler(() => this.#lookUp(text))}
        >
          <bdi>@${text}</bdi>
        </button>`;
    }
  }

  #parts({ counts }: ProfileContent, { parts }: ProfileState): TemplateResult | typeof nothing {
    return parts.length === 0
      ? nothing
      : html`<h3>${l10n.t('Open')}</h3>
          <div class="parts">
            ${parts.map(({ section, summary, offer, isStored }) => {
              const count = counts.find((one) => one.section === section)?.count;
              const { title, icon: glyph } = presentSection(section);
              return html`<button
                type="button"
                class="part"
                data-section=${section}
                data-vscode-context=${JSON.stringify({ viewItem: 'socialData part', section })}
                title=${count === undefined ? summary : `${formatExactNumber(count)} ${title}. ${summary}`}
                @click=${ignoreDoubleClick(() => this.#host.ask('openPart', { section }))}
              >
                ${renderIcon(glyph)}
                <span class="part-title">${title}</span>
                ${count === undefined ? nothing : html`<span class="part-count">${formatCompactNumber(count)}</span>`}
                <span class="part-offer ${isStored ? 'stored' : 'quiet'}">${offer}</span>
              </button>`;
            })}
          </div>`;
  }

  get #context(): TextRenderContext {
    return {
      query: '',
      tab: 0,
      openLink: (url) => this.#host.ask('openLink', { url }),
      lookUpUser: (handle) => this.#lookUp(handle),
      searchTag: (tag) => this.#host.ask('searchTag', { tag }),
    };
  }

  #lookUp(handle: string): void {
    this.#release.do(() => this.#host.ask('lookUpUser', { handle }));
  }

  #act(action: ProfileAction): void {
    this.#release.do(() => this.#host.ask('act', { action }));
  }

  #loadPictures(): void {
    this.#pictures.allow();
    this.#persist();
  }
}

const actionGlyphs: Readonly<Record<ProfileAction, IconName>> = {
  refresh: 'refresh',
  openAsJson: 'json',
  saveAsFixture: 'save',
  pin: 'pin',
  unpin: 'pinned',
  openInBrowser: 'link-external',
  lookUp: 'search',
};

function renderRules({ rules: all }: ProfileContent): TemplateResult | typeof nothing {
  return all.length === 0
    ? nothing
    : html`<h3>${l10n.t('Rules')}</h3>
        <ol class="rules">
          ${all.map((rule) => html`<li dir="auto">${rule}</li>`)}
        </ol>`;
}

/** Without a schema, because zod's parser would make this page's script much larger. */
function readPersistedProfilePage(saved: unknown): PersistedProfilePage {
  const state: Readonly<Record<string, unknown>> = typeof saved === 'object' ? { ...saved } : {};
  const { exchangeId, connection, hasPictures } = state;
  return {
    exchangeId: typeof exchangeId === 'string' ? exchangeId : null,
    connection: typeof connection === 'string' ? connection : null,
    hasPictures: hasPictures === true,
  };
}

customElements.define('social-profile', SocialProfile);
