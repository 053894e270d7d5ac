const second = 1000;
const hour = 3600 * second;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  textLength: 500,
  links: 5,
  altTextCharacters: 1000,
  topicTagCharacters: 50,
  carouselItemsMin: 2,
  carouselItemsMax: 20,
  imageBytes: 8 * megabyte,
  imageRatioMax: 10,
  videoBytes: 1024 * megabyte,
  videoMs: { min: 0, max: 5 * 60 * second },
  quotaMs: 24 * hour,
};

export const quotas = { posts: 250, replies: 1000, deletes: 100 };

export const lifetimes = {
  shortTokenMs: hour,
  longTokenMs: 60 * 24 * hour,
  refreshFromMs: 24 * hour,
};

export const processing = { plainMs: second, videoMs: 5 * second };

export const scopes = {
  basic: 'threads_basic',
  publish: 'threads_content_publish',
  readReplies: 'threads_read_replies',
  manageReplies: 'threads_manage_replies',
  insights: 'threads_manage_insights',
  delete: 'threads_delete',
  keywordSearch: 'threads_keyword_search',
  mentions: 'threads_manage_mentions',
  location: 'threads_location_tagging',
  discovery: 'threads_profile_discovery',
} as const;
