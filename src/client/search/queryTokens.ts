/** A stretch of a text in UTF-16 units, `to` not included. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * A token of the query text. Spans cover the token as written, the quotes and signs included.
 * An operator token is any word before a colon, known or not: what is known is the checker's concern.
 */
export type QueryToken = TextSpan &
  (
    | { readonly kind: 'open' | 'close' | 'minus' | 'or' }
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'hashtag'; readonly tag: string }
    | { readonly kind: 'mention'; readonly handle: string }
    | { readonly kind: 'phrase'; readonly text: string; readonly closed: boolean }
    | {
        readonly kind: 'operator';
        readonly name: string;
        readonly value: string;
        /** Where the value starts, its opening quote included. */
        readonly valueFrom: number;
        readonly quoted: boolean;
        readonly closed: boolean;
      }
  );

export type QueryTokenOfKind<K extends QueryToken['kind']> = Extract<QueryToken, { readonly kind: K }>;
