import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { limits, options } from './options.ts';

export function check(post: DraftPost): Issue[] {
  const { options: settings, issues } = readOptions(options, post.settings);
  return [...checkLimits(limits, post), ...issues, ...checkLink(settings.link, post)];
}

function checkLink(link: string | undefined, { media }: DraftPost): Issue[] {
  if (link === undefined) return [];
  if (!URL.canParse(link)) return [settingsIssue('settings.link', 'link must be an http or https URL')];
  if (media.length === 0) return [];
  return [settingsIssue('settings.link', 'A post cannot have both a link and media: put the link into the text')];
}
