import { AppError } from '../../../kernel/errors.ts';

const families = [['video/mp4', 'video/quicktime', 'video/x-m4v']];

/** Containers of one family are announced under each other's names everywhere. */
export function requireSameKind(announced: string, found: string): void {
  if (familyOf(found) === familyOf(announced)) return;
  throw new AppError('validation', `The file is ${found}, and ${announced} was announced`, { param: 'file' });
}

function familyOf(contentType: string): string {
  return families.find((family) => family.includes(contentType))?.[0] ?? contentType;
}
