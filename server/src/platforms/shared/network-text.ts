const charactersMax = 1000;

/** A text a network answers with, made fit to store and to show. */
export function networkText(value: unknown, max = charactersMax): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.slice(0, max).replaceAll('\u0000', '').toWellFormed();
}

/** An address a network names, as people's browsers may follow it. */
export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 4096 || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Fit for a header: anything else in a token would be a fault of ours when it is sent. */
export function tokenText(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : undefined;
}

/** Scopes as networks list them: with commas, with blanks, or with both in turn. */
export function scopeNames(value: string | undefined): string[] {
  return (value ?? '').split(/[,\s]+/).filter((scope) => /^[\w.:/-]{1,100}$/.test(scope));
}
