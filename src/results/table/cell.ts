/** One value of a table. Ids are texts, times are milliseconds since 1970; null is "not there". */
export type Cell = string | number | boolean | null | readonly string[];

/** What the cells of a column are; null may stand in each. */
export type ColumnType =
  | 'id' // text of digits
  | 'text'
  | 'link' // text, an address
  | 'time' // milliseconds since 1970
  | 'count' // whole number
  | 'number'
  | 'flag'
  | 'list'; // texts

/** A column. Its name is stable from release to release: files are joined by it. */
export interface Column {
  /** Lower case with underscores, unique in its table. */
  readonly name: string;
  /** A few words in English, for translation. */
  readonly title: string;
  readonly type: ColumnType;
  /** Whether a table shows it before a person chose. */
  readonly isShown: boolean;
}

export type Row = readonly Cell[];

/** Records of one kind, flattened: each row has a cell for every column. */
export interface RecordTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}
