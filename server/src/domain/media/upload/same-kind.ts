import { AppError } from '../../../kernel/errors.ts';

const families = [['video/mp4', 'video/quicktime', 'video/x-m4v']];

/** Accepts MP4 and QuickTime for each other, because clients confuse them. */
export function requireSameKind(announced: string, detected: string): void {
  if (familyOf(detected) === familyOf(announced)) return;
  throw new AppError('validation', `The file has the type ${detected}, but ${announced} was declared`, {
    param: 'file',
  });
}

function familyOf(contentType: string): string {
  return families.find((family) => family.includes(contentType))?.[0] ?? contentType;
}
