const charactersMax = 1000;

/** Truncates and cleans the text so that it can be stored and shown. */
export function platformText(value: unknown, max = charactersMax): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.slice(0, max).replaceAll('\u0000', '').toWellFormed();
}

export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 4096 || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Undefined unless it is safe to send in a header. */
export function tokenText(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value) ? value : undefined;
}

/** Platforms separate scopes by commas or spaces. */
export function scopeNames(value: string | undefined): string[] {
  return (value ?? '').split(/[,\s]+/).filter((scope) => /^[\w.:/-]{1,100}$/.test(scope));
}
