const second = 1000;
const hour = 3600 * second;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  messageCharacters: 63_206,
  commentCharacters: 8000,
  photosPerPost: 10,
  photoBytes: 10 * megabyte,
  /** Limit for videos by URL. */
  videoBytes: 1024 * megabyte,
  videoMs: { min: second, max: 240 * 60 * second },
  reelMs: { min: 3 * second, max: 90 * second },
  reelsPerDay: 30,
  dayMs: 24 * hour,
};

export const lifetimes = { shortTokenMs: 2 * hour, longTokenMs: 5_183_944 * second };

export const processing = { videoMs: 5 * second };

export const scopes = {
  profile: 'public_profile',
  pages: 'pages_show_list',
  publish: 'pages_manage_posts',
  read: 'pages_read_engagement',
  engage: 'pages_manage_engagement',
  visitors: 'pages_read_user_content',
  metadata: 'pages_manage_metadata',
  messages: 'pages_messaging',
  insights: 'read_insights',
  business: 'business_management',
} as const;

export const tasks = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'] as const;
export type Task = (typeof tasks)[number];
