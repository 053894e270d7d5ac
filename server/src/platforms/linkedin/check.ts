import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits, checkTitle } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { limits, options, titleMax } from './options.ts';
import { resharedUrn } from './reshare.ts';

export function check(post: DraftPost): Issue[] {
  const { options: settings, issues } = readOptions(options, post.settings);
  return [
    ...checkLimits(limits, post),
    ...issues,
    ...checkOrganization(settings.organizationUrn),
    ...checkCountries(settings.geoRestrictionCountries),
    ...checkReshare(settings.reshareUrl, post),
    ...checkPostTitle(post, settings),
  ];
}

function checkOrganization(urn: string | undefined): Issue[] {
  if (urn === undefined) return [];
  const message = 'Posts of organisations are not supported yet';
  return [{ ...settingsIssue('settings.organizationUrn', message), code: 'unsupported' }];
}

/** LinkedIn restricts only organisations' posts, by its own geo IDs rather than country codes. */
function checkCountries(countries: readonly string[] = []): Issue[] {
  if (countries.length === 0) return [];
  const message = 'geoRestrictionCountries is not supported for posts of members: remove it';
  return [{ ...settingsIssue('settings.geoRestrictionCountries', message), code: 'unsupported' }];
}

function checkReshare(address: string | undefined, { media }: DraftPost): Issue[] {
  const field = 'settings.reshareUrl';
  if (address === undefined) return [];
  if (media.length > 0) return [settingsIssue(field, 'A post that shares another cannot have media')];
  const message = 'reshareUrl must be the URL of a LinkedIn post with a share or ugcPost, not an activity';
  return resharedUrn(address) === undefined ? [settingsIssue(field, message)] : [];
}

type Titles = { videoTitle?: string; documentTitle?: string };

function checkPostTitle({ title, media: [first] }: DraftPost, { videoTitle, documentTitle }: Titles): Issue[] {
  const isUsed =
    (first?.type === 'video' && videoTitle === undefined) ||
    (first?.type === 'document' && documentTitle === undefined);
  return isUsed ? checkTitle(title, { field: 'title', max: titleMax }) : [];
}
