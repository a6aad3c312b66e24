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
  /** Items of `renderMenuItem`, the first of which takes the focus, and what stands between them. */
  readonly content: TemplateResult;
}

export function renderDropMenu({ sign, label, title = label, isSignOnly = false, content }: DropMenuProps): TemplateResult {
  const words = isSignOnly ? nothing : html`<span class="drop-label">${label}</span>`;
  return renderMenu({ sign, words, title, label: title, kind: 'commands', content });
}

interface ChoiceMenuProps<V extends string> extends Pick<DropMenuProps, 'sign' | 'label'> {
  readonly choices: readonly { readonly value: V; readonly title: string }[];
  readonly value: V;
  readonly choose: (value: V) => void;
}

export function renderChoiceMenu<V extends string>({
  sign,
  label,
  choices,
  value: chosen,
  choose,
}: ChoiceMenuProps<V>): TemplateResult {
  const shown = choices.find(({ value }) => value === chosen)?.title ?? '';
  const content = html`${choices.map(
    ({ value, title }) =>
      html`<button
        type="button"
        role="menuitemradio"
        aria-checked=${String(value === chosen)}
        tabindex="-1"
        ?autofocus=${value === chosen}
        @click=${createMenuPressHandler(() => (value === chosen ? undefined : choose(value)))}
      >
        ${renderIcon(value === chosen ? 'check' : 'blank')}<span>${title}</span>
      </button>`,
  )}`;
  const words = html`<span class="menu-value">${shown}</span>`;
  return renderMenu({ sign, words, title: `${label}: ${shown}`, label, kind: 'choices', content });
}

interface MenuProps extends Pick<DropMenuProps, 'sign' | 'label' | 'content'> {
  readonly words: TemplateResult | typeof nothing;
  readonly title: string;
  readonly kind: 'commands' | 'choices';
}

/** A menu that closes by Escape, by a press outside of it and when the focus leaves it; the style sheet keeps it inside the page. */
function renderMenu({ sign, words, title, label, kind, content }: MenuProps): TemplateResult {
  const id = `menu-${sign}`;
  return html`<div class="drop ${kind}" @focusout=${closeMenuOnFocusOut} @keydown=${handleMenuKey}>
    <button class="plain" type="button" popovertarget=${id} aria-haspopup="menu" aria-label=${title} title=${title}>
      ${renderIcon(sign)}${words}${renderIcon('chevron-down')}
    </button>
    <div class="menu" id=${id} popover role="menu" aria-label=${label} tabindex="-1">${content}</div>
  </div>`;
}

interface MenuItemProps {
  readonly title: string | TemplateResult;
  readonly tooltip?: string;
  readonly act: () => void;
  readonly isFirst?: boolean;
}

export function renderMenuItem({ title, tooltip, act, isFirst = false }: MenuItemProps): TemplateResult {
  return html`<button
    type="button"
    role="menuitem"
    tabindex="-1"
    title=${tooltip ?? nothing}
    ?autofocus=${isFirst}
    @click=${createMenuPressHandler(act)}
  >
    ${title}
  </button>`;
}

/** Something that is switched on or off, as often as a person likes while the menu is open. */
export function renderMenuSwitch({ title, act, isFirst = false }: MenuItemProps, isOn: boolean): TemplateResult {
  return html`<button
    type="button"
    role="menuitemcheckbox"
    aria-checked=${String(isOn)}
    tabindex="-1"
    ?autofocus=${isFirst}
    @click=${act}
  >
    ${renderIcon(isOn ? 'check' : 'blank')}<span>${title}</span>
  </button>`;
}

export function renderMenuSeparator(): TemplateResult {
  return html`<div class="menu-line" role="separator"></div>`;
}

/** Hears a press on what stands in a menu, and closes that first; the keyboard goes on from its sign. */
function createMenuPressHandler(act: () => void): (event: Event) => void {
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

function handleMenuKey(event: KeyboardEvent): void {
  const { currentTarget: drop, key } = event;
  const menu = drop instanceof Element ? drop.querySelector<HTMLElement>('.menu') : null;
  if (!(drop instanceof Element) || menu === null) {
    return;
  }
  const isOpen = menu.matches(':popover-open');
  if (key === 'Escape' && isOpen) {
    event.stopPropagation(); // it closes the menu, which the browser does, and is none of VS Code's commands
    return;
  }
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  if (next === undefined || (!isOpen && !key.startsWith('Arrow'))) {
    return;
  }
  event.preventDefault();
  if (isOpen) {
    items.at(next % items.length)?.focus();
  } else {
    drop.querySelector('button')?.click(); // as a press: what stands first or is chosen takes the focus
  }
}
