type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>;
}
