export type SealKey = { id: string; secret: Buffer };
export type SealKeys = readonly [SealKey, ...SealKey[]];

const secretBytes = 32;
const entryPattern = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** Current key first. The error text completes "NAME …". */
export function parseSealKeys(text: string): SealKeys | string {
  const entries = text.split(',').map((entry) => entryPattern.exec(entry.trim()));
  const keys = entries.map((match) => ({ id: match?.[1] ?? '', secret: Buffer.from(match?.[2] ?? '', 'base64') }));
  const [first, ...others] = keys;
  if (first === undefined || keys.some((key) => key.secret.length !== secretBytes)) {
    return 'must be key IDs and keys as in "k1:<base64 of 32 bytes>", separated by commas: create a key with `openssl rand -base64 32`';
  }
  return new Set(keys.map((key) => key.id)).size === keys.length ? [first, ...others] : 'contains a key ID twice';
}

export function formatSealKey({ id, secret }: SealKey): string {
  return `${id}:${secret.toString('base64')}`;
}
