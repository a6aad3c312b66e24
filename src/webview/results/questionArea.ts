import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { checkQuery } from '../../client/search/checkQuery.ts';
import { severityOf } from '../../client/search/faults.ts';
import type { Question, ResultField, SavedSearch } from '../../protocol/resultsContract.ts';
import { icon, iconButton } from '../components/icon.ts';
import { t } from '../shared/translate.ts';
import { closeMenu, dropMenu } from './dropMenu.ts';
import './queryBuilder.ts';
import './queryLine.ts';
import { firstPress } from '../shared/pressOnce.ts';
import { questionForm } from './questionForm.ts';
import { stopButton } from './stopButton.ts';

export interface QuestionArea {
  readonly question: Question;
  readonly draft: Readonly<Record<string, string>>;
  readonly price: string;
  /** What it costs to ask at the service although an answer is kept; empty where none is. */
  readonly anew: string;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  readonly saved: readonly SavedSearch[];
  readonly isLoading: boolean;
  /** The page on its way is the last one: Stop was pressed, and cuts it off the next time. */
  readonly isStopping: boolean;
  readonly isBuilderOpen: boolean;
  readonly onText: (name: string, text: string) => void;
  readonly onCall: () => void;
  readonly onCallAnew: () => void;
  readonly onStop: () => void;
  readonly onBuilder: () => void;
  readonly onUseSaved: (search: SavedSearch) => void;
  readonly onSaveSearch: () => void;
  readonly onRemoveSaved: (name: string) => void;
}

type Asked = Pick<QuestionArea, 'question' | 'draft' | 'faults'>;

/** Whether a question may be called as it stands. */
export function mayCall(asked: Asked): boolean {
  return whyNot(asked) === '';
}

/** Why a question may not be called as it stands; empty where it may. What is wrong stands with each field. */
function whyNot({ question, draft, faults }: Asked): string {
  if (question.isSearch) {
    const text = draft['searchItem'] ?? '';
    const isWrong = checkQuery(text).some((fault) => severityOf(fault) === 'error');
    return isWrong
      ? text.trim() === ''
        ? t('Write a query first.')
        : t('Correct the query first.')
      : (faults[0]?.message ?? ''); // of the other world
  }
  const [first] = faults;
  if (first === undefined) {
    return '';
  }
  const named = question.fields.filter(({ name }) => faults.some(({ field }) => field === name));
  const missing = named.filter(({ name }) => (draft[name] ?? '') === '');
  const titles = (fields: readonly ResultField[]) => fields.map(({ title }) => t(title)).join(', ');
  return missing.length > 0
    ? t('Fill in first: {0}', titles(missing))
    : named.length > 0
      ? t('Correct first: {0}', titles(named))
      : first.message;
}

/** What is asked: a search with its query line and builder, or the fields of an endpoint. */
export function questionArea(area: QuestionArea): TemplateResult {
  const { question } = area;
  const isBuilding = question.isSearch && area.isBuilderOpen;
  return html`<section class="question ${isBuilding ? 'building' : ''}" aria-label=${t('Question')}>
    ${question.isSearch ? searchFields(area) : endpointFields(area)}
    ${
      isBuilding
        ? html`<social-query-builder
            .text=${area.draft['searchItem'] ?? ''}
            .onText=${(text: string) => area.onText('searchItem', text)}
          ></social-query-builder>`
        : nothing
    }
  </section>`;
}

function searchFields(area: QuestionArea): TemplateResult {
  const tabs = area.question.fields.find(({ name }) => name === 'category');
  const chosen =
    area.draft['category'] === undefined || area.draft['category'] === '' ? (tabs?.serviceDefault ?? '') : area.draft['category'];
  return html`<h1 class="spoken">${t('Search')}</h1>
    <social-query-line
      .text=${area.draft['searchItem'] ?? ''}
      .handles=${area.question.handles}
      .onText=${(text: string) => area.onText('searchItem', text)}
      .onSubmit=${area.onCall}
    ></social-query-line>
    <div class="question-bar">
      <div class="tabs" role="radiogroup" aria-label=${t('Tab')} @keydown=${walkTabs}>
        ${(tabs?.choices ?? []).map(
          (tab) =>
            html`<button
              type="button"
              role="radio"
              class="tab"
              aria-checked=${String(tab === chosen)}
              tabindex=${tab === chosen ? 0 : -1}
              @click=${() => area.onText('category', tab)}
            >
              ${t(tab)}
            </button>`,
        )}
      </div>
      <span class="grow"></span>
      ${iconButton('settings', t('Query Builder'), area.onBuilder, { expanded: area.isBuilderOpen })}
      ${savedMenu(area)}${callButton(area)}
    </div>`;
}

function endpointFields(area: QuestionArea): TemplateResult {
  const { question } = area;
  return html`<div class="question-head">
      <h1>${t(question.title)}</h1>
      <p class="quiet">${t(question.summary)}</p>
      ${question.guesses.map((guess) => html`<p class="quiet">${icon('question')} ${t(guess)}</p>`)}
    </div>
    ${questionForm({ fields: question.fields, texts: area.draft, faults: area.faults, onText: area.onText, onSubmit: area.onCall })}
    <div class="question-bar"><span class="grow"></span>${callButton(area)}</div>`;
}

function callButton(area: QuestionArea): TemplateResult {
  return area.isLoading
    ? stopButton(area.isStopping, area.onStop)
    : html`${whyNot(area) === '' ? callAnew(area) : html`<span id="call-why" class="quiet">${whyNot(area)}</span>`}<vscode-button
          class="call"
          aria-disabled=${String(!mayCall(area))}
          aria-describedby=${mayCall(area) ? nothing : 'call-why'}
          title=${whyNot(area)}
          @click=${(event: Event) => (mayCall(area) ? firstPress(area.onCall)(event) : focusFault(event.currentTarget, area))}
        >
          ${area.price === '' || !mayCall(area) ? t('Call') : t('Call ({0})', area.price)}
        </vscode-button>`;
}

function callAnew({ anew, onCallAnew }: QuestionArea): TemplateResult | typeof nothing {
  return anew === '' ? nothing : iconButton('refresh', t('Call Anew ({0})', anew), firstPress(onCallAnew));
}

/** The keyboard reaches *Call* also while it can do nothing, so that its reason is heard; a press leads to what is wrong. */
function focusFault(inside: EventTarget | null, { question, faults }: Asked): void {
  const field = question.isSearch ? '.query-input' : `#field-${CSS.escape(faults[0]?.field ?? '')}`;
  const found = inside instanceof Element ? inside.closest('.question')?.querySelector<HTMLElement>(field) : null;
  found?.focus();
}

function savedMenu({ saved, onUseSaved, onSaveSearch, onRemoveSaved }: QuestionArea): TemplateResult {
  const chosen = (act: () => void) => (event: Event) => {
    closeMenu(event.currentTarget);
    act();
  };
  return dropMenu({
    sign: 'bookmark',
    label: t('Saved Searches'),
    isSignOnly: true,
    content: html`<button type="button" @click=${chosen(onSaveSearch)}>${icon('add')} ${t('Save This Search…')}</button>
      ${saved.map(
        (search) =>
          html`<div class="saved">
            <button type="button" title=${search.text} @click=${chosen(() => onUseSaved(search))}>
              <span class="saved-name">${search.name}</span>
            </button>
            ${iconButton('trash', t('Remove {0}', search.name), () => onRemoveSaved(search.name))}
          </div>`,
      )}`,
  });
}

/** Arrow keys go through the tabs, as in any group of radio buttons. Choosing one asks nothing. */
function walkTabs(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) {
    return;
  }
  event.preventDefault();
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const next = tabs.at((tabs.findIndex((tab) => tab === document.activeElement) + step) % tabs.length);
  next?.click();
  next?.focus();
}

/** Puts the focus where a person types next: the query, else the first field that is empty. */
export function focusQuestion(page: HTMLElement): void {
  const fields = [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.query-input, .form input')];
  (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
}
