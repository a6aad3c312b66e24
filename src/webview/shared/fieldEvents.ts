/** Hears what is typed or chosen in a field. */
export function onValue(act: (value: string) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      act(target.value);
    }
  };
}

/** Hears whether a box is ticked. */
export function onChecked(act: (isChecked: boolean) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) {
      act(target.checked);
    }
  };
}
