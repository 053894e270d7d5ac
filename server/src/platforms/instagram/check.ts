import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { carouselCountMin, limitsByType, options, postTypeOf, type PostType } from './options.ts';

export function check(post: DraftPost): Issue[] {
  const type = postTypeOf(post);
  return [
    ...checkLimits(limitsByType[type], post),
    ...checkCarousel(type, post),
    ...readOptions(options, post.settings).issues,
    ...checkTogether(type, post),
  ];
}

function checkCarousel(type: PostType, { media: { length: actual } }: DraftPost): Issue[] {
  if (type !== 'carousel' || actual === 0 || actual >= carouselCountMin) return [];
  const message = `A carousel needs at least ${carouselCountMin} media items`;
  return [{ rule: 'mediaCount', severity: 'error', field: 'mediaItems', message, limit: carouselCountMin, actual }];
}

type Settings = ReturnType<typeof readOptions<typeof options>>['options'];

/** `warning`: the setting is only ignored. */
const misfits: readonly {
  field: string;
  types: readonly PostType[];
  severity: Issue['severity'];
  isSet(settings: Settings, post: DraftPost): boolean;
  message: string;
}[] = [
  {
    field: 'settings.userTags',
    types: ['story', 'reel', 'carousel'],
    severity: 'error',
    isSet: ({ userTags = [] }) => userTags.length > 0,
    message: 'People can be tagged only in posts of type feed',
  },
  {
    field: 'settings.collaborators',
    types: ['story'],
    severity: 'error',
    isSet: ({ collaborators = [] }) => collaborators.length > 0,
    message: 'A story cannot have collaborators',
  },
  {
    field: 'settings.firstComment',
    types: ['story'],
    severity: 'warning',
    isSet: ({ firstComment }) => firstComment !== undefined,
    message: 'A story cannot have comments: firstComment is ignored',
  },
  {
    field: 'content',
    types: ['story'],
    severity: 'warning',
    isSet: (_, { text }) => text.trim() !== '',
    message: 'A story cannot have a caption: the text is ignored',
  },
];

function checkTogether(type: PostType, post: DraftPost): Issue[] {
  const settings = readOptions(options, post.settings).options;
  return misfits
    .filter(({ types, isSet }) => types.includes(type) && isSet(settings, post))
    .map(({ field, message, severity }) => ({ ...settingsIssue(field, message), severity }));
}
