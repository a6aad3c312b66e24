export function createValueHandler(act: (value: string) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      act(target.value);
    }
  };
}

export function createCheckedHandler(act: (isChecked: boolean) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) {
      act(target.checked);
    }
  };
}

/** What a text field says of itself to VS Code: a right click there offers its own *Cut*, *Copy* and *Paste*, as in any field. */
export const textFieldMenuContext = '{"preventDefaultContextMenuItems":false}';
