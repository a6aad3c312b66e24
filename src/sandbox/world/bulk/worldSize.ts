/** How much there is in a world. */
export type WorldSize = 'small' | 'medium' | 'large';

/** What a world has beside the small one: counted, never stored. */
export interface BulkSize {
  /** Blocks of `blockLength` posts; at least three. */
  readonly blocks: number;
  readonly people: { readonly public: number; readonly protected: number; readonly suspended: number };
  /** How many well-known accounts there are of each kind; the fewer of a kind, the more follow each of them. */
  readonly starClasses: readonly number[];
  /** How many follow the best known account because it is that; some stars do beside them. */
  readonly crowd: number;
  /** The replies of one thread. */
  readonly hugeThread: number;
}

/** Posts in a block: 2^12, so that a block is shuffled by arithmetic. */
export const blockLength = 4096;

/** What comes on top of the small world; undefined for the small world itself. */
export const bulkSizes: Readonly<Record<WorldSize, BulkSize | undefined>> = {
  small: undefined,
  medium: {
    blocks: 18,
    people: { public: 3301, protected: 101, suspended: 61 },
    starClasses: [3, 17, 61],
    crowd: 1500,
    hugeThread: 0,
  },
  large: {
    blocks: 256,
    people: { public: 201_001, protected: 4001, suspended: 2003 },
    starClasses: [11, 101, 1009],
    crowd: 100_000,
    hugeThread: 5000,
  },
};
