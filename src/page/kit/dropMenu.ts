import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';

export interface DropMenuProps {
  /** Unique among a page's menus. */
  readonly sign: IconName;
  readonly label: string;
  readonly title?: string;
  readonly isSignOnly?: boolean;
  readonly value?: string;
  readonly content: TemplateResult;
}

/** A menu that closes on Escape, on a click outside, and when it loses focus. */
export function renderDropMenu({ sign, label, value, title, isSignOnly = false, content }: DropMenuProps): TemplateResult {
  const id = `menu-${sign}`;
  const words = html`<span class=${value === undefined ? 'drop-label' : 'menu-value'}>${value ?? label}</span>`;
  const name = title ?? (value === undefined ? label : `${label}: ${value}`);
  return html`<div
    class="drop ${value === undefined ? '' : 'choices'}"
    @focusout=${closeMenuOnFocusOut}
    @keydown=${handleMenuKey}
  >
    <button class="plain" type="button" popovertarget=${id} aria-haspopup="menu" aria-label=${name} title=${name}>
      ${renderIcon(sign)}${isSignOnly ? nothing : words}${renderIcon('chevron-down')}
    </button>
    <div class="menu" id=${id} popover role="menu" aria-label=${value === undefined ? name : label} tabindex="-1">${content}</div>
  </div>`;
}

interface MenuItemProps {
  readonly title: string | TemplateResult;
  readonly tooltip?: string;
  readonly act: () => void;
  readonly isFirst?: boolean;
  readonly isDisabled?: boolean;
}

export function renderMenuItem({ title, tooltip, act, isFirst = false, isDisabled = false }: MenuItemProps): TemplateResult {
  return html`<button
    type="button"
    role="menuitem"
    tabindex="-1"
    title=${tooltip ?? nothing}
    ?autofocus=${isFirst}
    ?disabled=${isDisabled}
    @click=${createMenuPressHandler(act)}
  >
    ${title}
  </button>`;
}

export function renderMenuSwitch({ title, act, isFirst = false }: MenuItemProps, isOn: boolean): TemplateResult {
  return renderMarkedItem('menuitemcheckbox', title, isOn, isFirst, act);
}

export function renderMenuChoice(title: string, act: () => void, isChosen: boolean): TemplateResult {
  return renderMarkedItem('menuitemradio', title, isChosen, isChosen, createMenuPressHandler(act));
}

function renderMarkedItem(
  role: 'menuitemcheckbox' | 'menuitemradio',
  title: string | TemplateResult,
  isOn: boolean,
  isFirst: boolean,
  press: (event: Event) => void,
): TemplateResult {
  return html`<button type="button" role=${role} aria-checked=${String(isOn)} tabindex="-1" ?autofocus=${isFirst} @click=${press}>
    ${renderIcon(isOn ? 'check' : 'blank')}<span>${title}</span>
  </button>`;
}

export function renderMenuSeparator(): TemplateResult {
  return html`<div class="menu-line" role="separator"></div>`;
}

/** Handles a click on a menu item: closes the menu and moves focus to its button before acting. */
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
    event.stopPropagation(); // the browser closes the menu; VS Code must not also handle the key
    return;
  }
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:enabled')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  if (next === undefined || (!isOpen && !key.startsWith('Arrow'))) {
    return;
  }
  event.preventDefault();
  if (isOpen) {
    items.at(next % items.length)?.focus();
  } else {
    drop.querySelector('button')?.click(); // opens the menu with focus on its `autofocus` item
  }
}
