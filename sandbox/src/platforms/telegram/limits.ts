const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  textUnits: 4096,
  captionUnits: 1024,
  albumItemsMin: 2,
  albumItemsMax: 10,
  photoUrlBytes: 5 * megabyte,
  otherUrlBytes: 20 * megabyte,
  photoUploadBytes: 10 * megabyte,
  otherUploadBytes: 50 * megabyte,
  photoSideSum: 10_000,
  photoRatio: 20,
  deleteWithinMs: 48 * 3600 * 1000,
  deleteCountMax: 100,
  pollMsMax: 3000,
};

/** Averages, with short bursts. */
export const rates = {
  chatPerSecond: 1,
  chatBurst: 5,
  groupPerMinute: 20,
  bot: { perSecond: 30, burst: 30 },
};
