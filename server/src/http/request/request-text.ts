import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { isStorableText } from '../../kernel/text/text.ts';

export const pathParamLengthMax = 512;

/** Rejects texts longer than any ID. */
export function readIds(params: unknown, unknownCode: ErrorCode): Record<string, string> {
  const values = readParams(params, unknownCode);
  if (Object.values(values).every((value) => value.length <= pathParamLengthMax)) return values;
  throw new AppError(unknownCode, 'Not found');
}

/** No length limit: signed upload tokens are longer than IDs, and invalid ones respond with 403. */
export function readParams(params: unknown, unknownCode: ErrorCode = 'notFound'): Record<string, string> {
  const values = params as Record<string, string>;
  if (Object.values(values).every(isStorableText)) return values;
  throw new AppError(unknownCode, 'Not found');
}

export function requireStorable(name: string, text: string): void {
  if (isStorableText(text)) return;
  throw new AppError('validation', `${name} must not contain U+0000 or lone surrogates`, { param: name });
}
