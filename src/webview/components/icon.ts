import { html, nothing, type TemplateResult } from 'lit';

/** A codicon; it says nothing by itself, so whatever it stands on has a name. */
export function icon(name: string): TemplateResult {
  return html`<i class="codicon codicon-${name}" aria-hidden="true"></i>`;
}

/** A button that is only an icon, with its name for all who cannot see or read it. */
export function iconButton(
  name: string,
  label: string,
  press: (event: Event) => void,
  state: {
    readonly pressed?: boolean;
    readonly expanded?: boolean;
    readonly disabled?: boolean;
    readonly tabindex?: number;
  } = {},
): TemplateResult {
  return html`<button
    class="icon"
    type="button"
    title=${label}
    aria-label=${label}
    aria-pressed=${state.pressed === undefined ? nothing : String(state.pressed)}
    aria-expanded=${state.expanded === undefined ? nothing : String(state.expanded)}
    tabindex=${state.tabindex ?? 0}
    ?disabled=${state.disabled ?? false}
    @click=${press}
  >
    ${icon(name)}
  </button>`;
}
