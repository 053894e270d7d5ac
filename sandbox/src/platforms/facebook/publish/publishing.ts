import type { Call } from '../../../core/platform.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { limits } from '../limits.ts';
import type { Page } from '../pages.ts';
import { publishErrors } from './publish-errors.ts';

export function checkText(call: Call, page: Page, text: string): void {
  if (page.isBlocked) refuse(call, publishErrors.blocked());
  if ([...text].length > limits.messageCharacters) {
    refuseParameter(call, 'Invalid parameter', `The text cannot exceed ${limits.messageCharacters} characters.`);
  }
}

type Tools = Pick<Call, 'random'>;

export const freshPostId = ({ random }: Tools, page: Page): string => `${page.id}_1220${random.digits(12)}`;

export const freshMediaId = ({ random }: Tools): string => `1221${random.digits(12)}`;
