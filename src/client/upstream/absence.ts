/** Why a post that has a place is not there. */
export interface Absence {
  readonly kind: 'tombstone' | 'unavailable' | 'empty';
  /** The platform's own words, in the language of the viewer; shown as they are. */
  readonly text: string | undefined;
  /** The platform's own code ("NoReason", "Protected", "Suspended"), where it gives one. */
  readonly reason: string | undefined;
}
