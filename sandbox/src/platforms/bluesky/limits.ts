const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

export const limits = {
  textGraphemes: 300,
  textBytes: 3000,
  langs: 3,
  tags: 8,
  tagGraphemes: 64,
  tagBytes: 640,
  images: 4,
  galleryItems: 20,
  imageBytes: 2_000_000,
  thumbBytes: 1_000_000,
  videoBytes: 300_000_000,
  videoAltGraphemes: 1000,
  videoAltBytes: 10_000,
  captions: 20,
  captionBytes: 20_000,
  blobBytes: 52_428_800,
  feedDefault: 50,
  feedMax: 100,
  postsMax: 25,
};

export const lifetimes = {
  accessMs: 2 * hour,
  refreshMs: 60 * day,
  /** A used refresh token stays valid this long, in case its response was lost. */
  refreshGraceMs: 2 * hour,
  serviceAuthMs: minute,
  serviceAuthMsMax: hour,
};

export const processing = { videoMs: 5000, slowMs: 60_000 };

export type Budget = { readonly limit: number; readonly windowSeconds: number };
export const budgets = {
  requests: { limit: 3000, windowSeconds: 300 },
  sessions: { limit: 30, windowSeconds: 300 },
  writes: { limit: 5000, windowSeconds: 3600 },
} as const;
export const points = { create: 3, delete: 1 };
