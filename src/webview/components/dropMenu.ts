import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';

/** A menu that opens below its sign. Without a label the sign stands alone. */
export interface DropMenuProps {
  /** No other menu of the page has it. */
  readonly sign: IconName;
  readonly label: string;
  /** What is said of it and shown above the pointer, where that is more than its label. */
  readonly title?: string;
  readonly isSignOnly?: boolean;
  readonly content: TemplateResult;
}

/** A menu that closes by Escape, by a press outside of it and when the focus leaves it; the style sheet keeps it inside the page. */
export function renderDropMenu({ sign, label, title = label, isSignOnly = false, content }: DropMenuProps): TemplateResult {
  const id = `menu-${sign}`;
  return html`<div class="drop" @focusout=${closeMenuOnFocusOut} @keydown=${keepEscapeInMenu}>
    <button type="button" popovertarget=${id} aria-label=${title} title=${title}>
      ${renderIcon(sign)}${isSignOnly ? '' : html`<span class="drop-label">${label}</span>`}
    </button>
    <div class="menu" id=${id} popover>${content}</div>
  </div>`;
}

interface ChoiceMenuProps<V extends string> extends Pick<DropMenuProps, 'sign' | 'label'> {
  /** `detail`: what choosing it costs, or other words beside it. */
  readonly choices: readonly { readonly value: V; readonly title: string; readonly detail: string }[];
  readonly value: V;
  readonly choose: (value: V) => void;
}

/**
 * Such a menu of choices, one of which holds. Unlike a select it chooses nothing while one walks through it with the arrow keys,
 * since a choice may cost something.
 */
export function renderChoiceMenu<V extends string>({
  sign,
  label,
  choices,
  value: chosen,
  choose,
}: ChoiceMenuProps<V>): TemplateResult {
  const id = `menu-${sign}`;
  const shown = choices.find(({ value }) => value === chosen)?.title ?? '';
  return html`<div class="drop choices" @focusout=${closeMenuOnFocusOut} @keydown=${handleChoiceMenuKey}>
    <button
      class="plain"
      type="button"
      popovertarget=${id}
      aria-haspopup="menu"
      aria-label="${label}: ${shown}"
      title="${label}: ${shown}"
    >
      ${renderIcon(sign)}<span class="menu-value">${shown}</span>${renderIcon('chevron-down')}
    </button>
    <div class="menu" id=${id} popover role="menu" aria-label=${label}>
      ${choices.map(
        ({ value, title, detail }) =>
          html`<button
            type="button"
            role="menuitemradio"
            aria-checked=${String(value === chosen)}
            tabindex="-1"
            ?autofocus=${value === chosen}
            @click=${createMenuPressHandler(() => (value === chosen ? undefined : choose(value)))}
          >
            ${renderIcon(value === chosen ? 'check' : 'blank')}<span>${title}</span>${
              detail === '' ? nothing : html`<span class="quiet menu-detail">${detail}</span>`
            }
          </button>`,
      )}
    </div>
  </div>`;
}

/** Hears a press on what stands in a menu, and closes that first; the keyboard goes on from its sign. */
export function createMenuPressHandler(act: () => void): (event: Event) => void {
  return ({ currentTarget }) => {
    const drop = currentTarget instanceof Element ? currentTarget.closest('.drop') : null;
    drop?.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    drop?.querySelector('button')?.focus();
    act();
  };
}

function closeMenuOnFocusOut({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget instanceof Element && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
    currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover();
  }
}

/** The Escape that closes a menu is the browser's, and not one of VS Code's commands. */
function keepEscapeInMenu(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.currentTarget instanceof Element && event.currentTarget.querySelector(':popover-open')) {
    event.stopPropagation();
  }
}

/** The arrow keys open the choices, and go round in them. */
function handleChoiceMenuKey(event: KeyboardEvent): void {
  keepEscapeInMenu(event);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const menu = event.currentTarget instanceof Element ? event.currentTarget.querySelector<HTMLElement>('.menu') : null;
  if (step === undefined || menu === null) {
    return;
  }
  event.preventDefault();
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  if (at < 0) {
    menu.showPopover();
  } else {
    items.at((at + step) % items.length)?.focus();
  }
}
