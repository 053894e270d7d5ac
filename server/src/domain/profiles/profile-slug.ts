/** `Café & Bar!` becomes `caf-bar`. */
export function slugBase(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'profile' : slug;
}

export function freeSlug(base: string, usedSlugs: ReadonlySet<string>): string {
  if (!usedSlugs.has(base)) return base;
  let number = 2;
  while (usedSlugs.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
