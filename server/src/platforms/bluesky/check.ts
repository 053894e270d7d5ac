import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { checkThread } from '../shared/thread-items.ts';
import { limits, options, textBytesMax } from './options.ts';

export function check(post: DraftPost): Issue[] {
  const { options: settings, issues } = readOptions(options, post.settings);
  return [
    ...checkLimits(limits, post),
    ...checkBytes(post.text, 'content'),
    ...checkThread(limits, post),
    ...post.thread.flatMap(({ text }, index) => checkBytes(text, `settings.threadItems[${index + 1}].content`)),
    ...issues,
    ...checkAltTexts(settings.altTexts ?? [], post),
  ];
}

function checkBytes(text: string, field: string): Issue[] {
  const actual = Buffer.byteLength(text);
  if (actual <= textBytesMax) return [];
  const message = `The text has ${actual} bytes, but at most ${textBytesMax} are allowed`;
  return [{ rule: 'textLength', severity: 'error', field, message, limit: textBytesMax, actual }];
}

function checkAltTexts({ length: actual }: readonly string[], { media: { length: limit } }: DraftPost): Issue[] {
  if (actual <= limit) return [];
  const message = `altTexts has ${actual} texts, but the post has only ${limit} media items`;
  return [{ ...settingsIssue('settings.altTexts', message), limit, actual }];
}
