import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type FilterDefinition, type FilterKey, filterGroups, filterDefinitions } from '../../../client/search/filters.ts';
import { valueFormats } from '../../../client/search/valueFormats.ts';
import {
  type FilterFieldInput,
  parseFilterField,
  toFilterFieldInput,
  setQueryFilter,
  setQueryWords,
} from '../query/editQuery.ts';
import { type QueryFields, readQueryFields } from '../query/readQueryFields.ts';
import { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { createCheckedHandler, createValueHandler } from '../../../page/kit/pressOnce.ts';

type FilterField = FilterDefinition & { readonly key: FilterKey };

/** All filters as fields, which read and edit the query line's text. */
export class QueryBuilder extends LightDomElement {
  static override properties = { text: {}, drafts: { state: true } };

  text = '';
  onText: (text: string) => void = () => undefined;
  private drafts: Readonly<Record<string, { readonly text: string; readonly fault: string }>> = {};

  protected override render(): TemplateResult {
    const builder = readQueryFields(this.text);
    return html`<div class="builder">
      ${builder.canEdit ? nothing : html`<p class="quiet">${l10n.t('To use these fields, complete the quote, parenthesis, or OR in the query.')}</p>`}
      ${filterGroups.map((group) => this.#group(group, builder))}
    </div>`;
  }

  #group(group: string, builder: QueryFields): TemplateResult {
    const all: readonly FilterField[] = filterDefinitions.filter((row) => row.group === group);
    const rows = [...all.filter(({ type }) => type !== 'boolean'), ...all.filter(({ type }) => type === 'boolean')];
    const hasWords = group === 'Words';
    const set = rows.filter(({ key }) => builder.entries.has(key)).length + Number(hasWords && builder.words !== '');
    return html`<details class="section builder-group" ?open=${hasWords}>
      <summary>${translateTableText(group)}${set === 0 ? nothing : html` <span class="badge">${set}</span>`}</summary>
      <div class="builder-fields">
        ${hasWords ? this.#words(builder) : nothing}${rows.map((row) => (row.type === 'boolean' ? this.#check(row, builder) : this.#field(row, builder)))}
      </div>
    </details>`;
  }

  #words(builder: QueryFields): TemplateResult {
    return html`<div class="field">
      <label for="builder-words">${l10n.t('All of these words')}</label>
      <input
        id="builder-words"
        type="text"
        dir="auto"
        .value=${live(builder.words)}
        ?disabled=${!builder.canEdit || builder.isOr}
        @change=${createValueHandler((value) => this.onText(setQueryWords(this.text, value)))}
      />
    </div>`;
  }

  #check(row: FilterField, builder: QueryFields): TemplateResult {
    return html`<label class="check">
      <input
        type="checkbox"
        .checked=${live(builder.entries.has(row.key))}
        ?disabled=${!builder.canEdit}
        @change=${createCheckedHandler((isChecked) => this.#write(row.key, isChecked))}
      />
      <span>${translateTableText(row.title)}</span>
    </label>`;
  }

  #field(row: FilterField, builder: QueryFields): TemplateResult {
    const draft = this.drafts[row.key];
    const value = draft?.text ?? toFilterFieldInput(builder.entries.get(row.key)?.value);
    const example = row.type === 'string' || row.type === 'string[]' ? (row.example ?? valueFormats[row.format].example) : '10';
    return html`<div class="field">
      <label for="builder-${row.key}">${translateTableText(row.title)}</label>
      <input
        id="builder-${row.key}"
        type="text"
        dir="auto"
        placeholder=${l10n.t('for example {0}', row.type === 'string[]' ? `${example}, …` : example)}
        aria-invalid=${String(draft !== undefined && draft.fault !== '')}
        aria-describedby=${draft === undefined ? nothing : `builder-fault-${row.key}`}
        .value=${live(String(value))}
        ?disabled=${!builder.canEdit}
        @change=${createValueHandler((value) => this.#write(row.key, value))}
      />
      ${draft === undefined ? nothing : html`<p id="builder-fault-${row.key}" class="field-fault">${draft.fault}</p>`}
    </div>`;
  }

  #write(key: FilterKey, field: FilterFieldInput): void {
    const reading = parseFilterField(key, field);
    const { [key]: _old, ...others } = this.drafts;
    if (reading.ok) {
      this.drafts = others;
      this.onText(setQueryFilter(this.text, key, reading.value));
    } else {
      const fault = translateTableText(reading.fault.message, ...reading.fault.args);
      this.drafts = { ...others, [key]: { text: String(field), fault } };
    }
  }
}

customElements.define('social-query-builder', QueryBuilder);
