import { html, nothing, type TemplateResult } from 'lit';
// made by `npm run generate` from the icons of @vscode/codicons (CC-BY-4.0)
import iconShapes from './iconShapes.json' with { type: 'json' };

export type IconName = keyof typeof iconShapes;

/**
 * A codicon; it says nothing by itself, so whatever it stands on has a name. It is drawn by the page, since a font would have to
 * be fetched and the browser holds the first painting back for it.
 */
export function renderIcon(name: IconName): TemplateResult {
  return html`<svg class="codicon codicon-${name}" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${iconShapes[name]}></path>
  </svg>`;
}

/** The name is for all who cannot see or read the icon. */
export function renderIconButton(
  name: IconName,
  label: string,
  press: (event: Event) => void,
  state: {
    readonly pressed?: boolean;
    readonly expanded?: boolean;
    readonly disabled?: boolean;
    readonly tabindex?: number;
    readonly role?: 'menuitem';
  } = {},
): TemplateResult {
  return html`<button
    class="icon"
    type="button"
    role=${state.role ?? nothing}
    title=${label}
    aria-label=${label}
    aria-pressed=${state.pressed === undefined ? nothing : String(state.pressed)}
    aria-expanded=${state.expanded === undefined ? nothing : String(state.expanded)}
    tabindex=${state.tabindex ?? 0}
    ?disabled=${state.disabled ?? false}
    @click=${press}
  >
    ${renderIcon(name)}
  </button>`;
}
