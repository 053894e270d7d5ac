const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  textWeight: 280,
  premiumTextWeight: 25_000,
  urlWeight: 23,
  stateCharacters: 500,
  mediaMax: 4,
  imageBytes: 5 * megabyte,
  gifBytes: 15 * megabyte,
  gifWidth: 1280,
  gifHeight: 1080,
  videoBytes: 512 * megabyte,
  videoMs: { min: second / 2, max: 140 * second },
  segmentBytes: 5 * megabyte,
  segmentsMax: 1000,
  mediaSeconds: 24 * 3600,
  duplicateMs: day,
  listDefault: 10,
  listMin: 5,
  listMax: 100,
  idsMax: 100,
  /** Private metrics of older posts are refused. */
  privateMetricsMs: 30 * day,
};

export const lifetimes = { codeMs: 30 * second, accessTokenMs: 2 * hour, refreshTokenMs: 180 * day };

export const processing = { gifMs: second, videoMs: 5 * second, slowMs: 60 * second };

export const scopes = {
  read: 'tweet.read',
  write: 'tweet.write',
  users: 'users.read',
  media: 'media.write',
  offline: 'offline.access',
  moderate: 'tweet.moderate.write',
} as const;

export const rateWindowMs = 15 * minute;

/** Calls per person and window. */
export const rates = {
  createTweet: 100,
  deleteTweet: 50,
  uploadMedia: 500,
  chunks: 1875,
  mediaStatus: 1000,
  me: 75,
  listTweets: 900,
  getTweets: 900,
} as const;

/** New posts of the whole app. */
export const appRate = { limit: 10_000, windowMs: day };
