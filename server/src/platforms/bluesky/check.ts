import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { limits, options, textBytesMax } from './options.ts';

export function check(post: DraftPost): Issue[] {
  const { options: given, issues } = readOptions(options, post.settings);
  return [...checkLimits(limits, post), ...checkBytes(post), ...issues, ...checkAltTexts(given.altTexts ?? [], post)];
}

function checkBytes({ text }: DraftPost): Issue[] {
  const actual = Buffer.byteLength(text);
  if (actual <= textBytesMax) return [];
  const message = `Bytes of text: ${actual}, at most ${textBytesMax}`;
  return [{ rule: 'textLength', severity: 'error', field: 'content', message, limit: textBytesMax, actual }];
}

function checkAltTexts({ length: actual }: readonly string[], { media: { length: limit } }: DraftPost): Issue[] {
  if (actual <= limit) return [];
  const message = `altTexts has ${actual} texts for ${limit} media items`;
  return [{ ...settingsIssue('settings.altTexts', message), limit, actual }];
}
