const keyPattern = /^[a-z0-9-]+(\.[a-z0-9]+)?$/;
const keyLengthMax = 80;

/** Keys become parts of paths and URLs, so nothing may need encoding. */
export function checkKey(key: string): string {
  if (key.length > keyLengthMax || !keyPattern.test(key)) throw new Error('Not a key of this storage.');
  return key;
}
