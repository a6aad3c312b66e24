import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ResultField } from '../../protocol/resultsContract.ts';
import { fieldMenu } from '../shared/fieldMenu.ts';
import { t } from '../shared/translate.ts';

export interface QuestionForm {
  readonly fields: readonly ResultField[];
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  readonly onText: (name: string, text: string) => void;
  readonly onSubmit: () => void;
}

/** The parameters of an endpoint as fields, from the catalogue. */
export function questionForm({ fields, texts, faults, onText, onSubmit }: QuestionForm): TemplateResult {
  return html`<div
    class="form"
    @keydown=${(event: KeyboardEvent) => {
      // the Enter that ends a composition belongs to it
      if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
        onSubmit();
      }
    }}
  >
    ${fields.map((field) => formField(field, texts[field.name] ?? '', faults.find((fault) => fault.field === field.name)?.message, onText))}
  </div>`;
}

function formField(
  field: ResultField,
  text: string,
  fault: string | undefined,
  onText: (name: string, text: string) => void,
): TemplateResult {
  // a field that nobody touched is not scolded
  const shown = text === '' ? undefined : fault;
  return html`<div class="field">
    <label for="field-${field.name}"
      >${t(field.title)}${field.required ? html`<span aria-hidden="true"> *</span>` : nothing}</label
    >
    ${field.kind === 'choice' || field.kind === 'boolean' ? choice(field, text, onText) : textInput(field, text, shown, onText)}
    ${shown === undefined ? nothing : html`<p id="fault-${field.name}" class="field-fault">${shown}</p>`}
  </div>`;
}

function textInput(
  field: ResultField,
  text: string,
  fault: string | undefined,
  onText: (name: string, text: string) => void,
): TemplateResult {
  return html`<input
    id="field-${field.name}"
    type="text"
    dir="auto"
    placeholder=${placeholder(field)}
    title=${t(field.help)}
    aria-required=${String(field.required)}
    aria-invalid=${String(fault !== undefined)}
    aria-describedby=${fault === undefined ? nothing : `fault-${field.name}`}
    data-vscode-context=${fieldMenu}
    .value=${live(text)}
    @input=${(event: Event) => {
      if (event.target instanceof HTMLInputElement) {
        onText(field.name, event.target.value);
      }
    }}
  />`;
}

/** Never the bare example, which would look as if it had been filled in. */
function placeholder({ serviceDefault, example }: ResultField): string {
  if (serviceDefault !== '') {
    return t('{0} when empty', serviceDefault);
  }
  return example === '' ? '' : t('for example {0}', example);
}

function choice(field: ResultField, text: string, onText: (name: string, text: string) => void): TemplateResult {
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices;
  const unset = field.serviceDefault === '' ? t('Not set') : t('Not set ({0})', field.serviceDefault);
  return html`<select
    id="field-${field.name}"
    title=${t(field.help)}
    @change=${(event: Event) => {
      if (event.target instanceof HTMLSelectElement) {
        onText(field.name, event.target.value);
      }
    }}
  >
    ${field.required ? nothing : html`<option value="" ?selected=${text === ''}>${unset}</option>`}
    ${choices.map((value) => html`<option value=${value} ?selected=${value === text}>${value}</option>`)}
  </select>`;
}
