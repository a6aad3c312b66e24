/** A list. */
export interface ListEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly ownerId: string;
  readonly private: boolean;
  readonly pinned: boolean;
  readonly bannerUrl: string;
  readonly memberCount: number;
  readonly followerCount: number;
  /** True for the list whose raw form has an `errors` array beside complete data (decision 6.3). */
  readonly rawHasErrors: boolean;
}

/** A community. */
export interface Community {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly createdAtMs: number;
  readonly adminId: string;
  readonly rules: readonly string[];
  readonly bannerUrl: string;
  readonly primaryColor: string;
  readonly inviteOnly: boolean;
  readonly isNsfw: boolean;
  readonly memberCount: number;
  readonly moderatorCount: number;
}
