/** Lowercased name with runs outside a-z0-9 as one hyphen: `Café & Bar!` becomes `caf-bar`. */
export function slugBase(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'profile' : slug;
}

/** The base itself, else the first of `base-2`, `base-3` … that is free. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
