/** How many places are remembered on each side. */
const maxPlaces = 50;

/** Where a view was, and where it came back from: as Back and Forward of an editor. Holds what a place is shown again from. */
export class NavigationHistory<Place> {
  #past: readonly Place[] = [];
  #future: readonly Place[] = [];

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  /** Another place takes the place of this one; undefined where nothing was shown. */
  leave(here: Place | undefined): void {
    this.#past = appendPlace(this.#past, here);
    this.#future = [];
  }

  /** @returns the place before this one; undefined where there is none */
  back(here: Place | undefined): Place | undefined {
    const place = this.#past.at(-1);
    if (place !== undefined) {
      this.#past = this.#past.slice(0, -1);
      this.#future = appendPlace(this.#future, here);
    }
    return place;
  }

  /** @returns the place that was left by Back; undefined where there is none */
  forward(here: Place | undefined): Place | undefined {
    const place = this.#future.at(-1);
    if (place !== undefined) {
      this.#future = this.#future.slice(0, -1);
      this.#past = appendPlace(this.#past, here);
    }
    return place;
  }
}

function appendPlace<Place>(places: readonly Place[], place: Place | undefined): readonly Place[] {
  return place === undefined ? places : [...places, place].slice(-maxPlaces);
}
