/**
 * What a row is and what can be done with it, for the `when` of menus: words, read there as `viewItem =~ /\bword\b/`.
 * This is the only place that names them; package.json uses these and no others.
 */
export type RowWord =
  // what it is
  | 'user'
  | 'post'
  | 'list'
  | 'community'
  | 'space'
  | 'line'
  | 'pages' // loads pages: a section or a search
  | 'more' // states what is loaded; there is more
  | 'note' // only says something
  | 'kept' // an exchange of the history
  | 'fixture' // saved in this workspace
  // what can be done with it
  | 'pinnable' // may be pinned, and is not
  | 'pinned'
  | 'answered' // came with an answer that can be shown, saved, copied
  | 'addressed' // has a web address
  | 'numbered' // has an id
  | 'named' // has a handle
  | 'asked' // was asked for, so that it can be asked for again
  | 'loaded' // has pages that can be filtered
  | 'filtered'
  | 'loading' // can be stopped
  | 'stopping' // was stopped while a request is on its way, which can be cut off
  | 'closable' // a search that can be taken away
  | 'keepable' // an answer that stays when the oldest go, if the person says so
  | 'keeping'; // an answer that stays when the oldest go

export function toContextValue(words: readonly (RowWord | false)[]): string {
  return words.filter((word) => word !== false).join(' ');
}
