const keyPattern = /^[a-z0-9-]+(\.[a-z0-9]+)?$/;
const keyLengthMax = 80;

/** Every key passes here before it becomes part of a path or a URL: no slash, no `..`, nothing to encode. */
export function checkKey(key: string): string {
  if (key.length > keyLengthMax || !keyPattern.test(key)) throw new Error('Not a key of this storage.');
  return key;
}
