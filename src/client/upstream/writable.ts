/** A record while it is put together; whoever gets it may only read it. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
