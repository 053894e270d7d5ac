type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The same object without the keys that have no value, for types that tell absent from undefined. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>;
}
