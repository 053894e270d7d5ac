const second = 1000;
const minute = 60 * second;
const day = 24 * 3600 * second;

export const limits = {
  titleCharacters: 100,
  descriptionBytes: 5000,
  tagCharacters: 500,
  fileBytes: 274_877_906_944,
  partBytesStep: 256 * 1024,
  uploadsPerDay: 100,
  unitsPerDay: 10_000,
  listDefault: 5,
  listMax: 50,
  uploadMs: 7 * day,
};

/** Uploads are counted separately. */
export const units = { list: 1, insert: 1, delete: 50 };

export const lifetimes = { codeMs: 10 * minute, accessTokenMs: 3600 * second };

const scopeOf = (name: string): string => `https://www.googleapis.com/auth/${name}`;

export const scopes = {
  all: scopeOf('youtube'),
  upload: scopeOf('youtube.upload'),
  read: scopeOf('youtube.readonly'),
  manage: scopeOf('youtube.force-ssl'),
  analytics: scopeOf('yt-analytics.readonly'),
} as const;

export const categories: readonly string[] = [
  ...['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29'],
];
