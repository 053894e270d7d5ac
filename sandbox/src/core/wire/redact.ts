const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|dpop|code|otp)$|secret|password|passwd|(?<!page_?)token|jwt|verifier|assertion|signature|api[-_]?key/i;
const secretInText = /\b((?:access|refresh)_token|client_secret|code|code_verifier)=[^&\s"]+/g;

export const redacted = '<redacted>';

export function redact(value: unknown, name = ''): unknown {
  if (secretName.test(name)) return redacted;
  if (typeof value === 'string') return value.replaceAll(secretInText, `$1=${redacted}`);
  if (Array.isArray(value)) return value.map((item) => redact(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redact(inner, key)]));
}
