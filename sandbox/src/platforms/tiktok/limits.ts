const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  titleUnits: 2200,
  photoTitleUnits: 90,
  descriptionUnits: 4000,
  videoBytes: 4 * 1024 * megabyte,
  videoSeconds: 600,
  chunkBytesMin: 5 * megabyte,
  chunkBytesMax: 64 * megabyte,
  lastChunkBytesMax: 128 * megabyte,
  chunksMax: 1000,
  photosMax: 35,
  photoBytes: 20 * megabyte,
  uploadUrlMs: hour,
  postsPerDay: 15,
  pendingSharesPerDay: 5,
  dayMs: day,
  listMax: 20,
};

export const lifetimes = { codeMs: 10 * minute, accessTokenMs: day, refreshTokenMs: 365 * day };

/** `moderationMs`: until a public post gets its ID. */
export const processing = { videoMs: 5 * second, photosMs: 3 * second, slowMs: minute, moderationMs: minute };

/** Calls per minute and token. */
export const rates = { init: 6, status: 30, creatorInfo: 20, other: 600 } as const;

export const scopes = {
  basic: 'user.info.basic',
  profile: 'user.info.profile',
  stats: 'user.info.stats',
  publish: 'video.publish',
  upload: 'video.upload',
  list: 'video.list',
} as const;

export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const;
export type PrivacyLevel = (typeof privacyLevels)[number];
