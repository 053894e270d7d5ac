import fc from 'fast-check';

/** Posts that CSV can express, without accounts and files. */
export type Sayable = {
  content: string;
  title: string;
  tags: string[];
  hashtags: string[];
  mentions: string[];
  timing: { isDraft: true } | { scheduledFor: string; timezone: string };
  files: 'none' | 'images' | 'video';
  platforms: { platform: string; customContent?: string; settings?: Record<string, unknown> }[];
};

const signs = [
  'a',
  'B',
  '7',
  'ü',
  '漢',
  '😀',
  '"',
  "'",
  ',',
  ';',
  '\r',
  '\n',
  ' ',
  '\t',
  '=',
  '+',
  '-',
  '@',
  '#',
  '\\',
];
const cell = fc.string({ unit: fc.constantFrom(...signs), maxLength: 25 });
/** Cells with only white space count as empty. */
const text = fc
  .tuple(fc.constantFrom('', '=', '+', '-', '@', "'", "'=", "''@", ' ', '"'), cell)
  .map((parts) => parts.join(''))
  .filter((one) => one.trim() !== '');

/** Items have no comma, no white space at the ends, and no leading sign that would be removed. */
const items = (maxLength: number): fc.Arbitrary<string[]> =>
  fc.array(
    text
      .map((one) =>
        one
          .replaceAll(',', '')
          .replace(/^[#@\s]+/, '')
          .trim(),
      )
      .filter((one) => one !== ''),
    { maxLength },
  );

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
/** Both passes of repeated hours, and the edges of gaps. */
const turns = [
  ...['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  ...['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z', '2026-03-29T01:00:00Z', '2026-03-29T00:59:59Z'],
];
const instant = fc.oneof(
  fc.constantFrom(...turns),
  fc
    .date({ min: new Date('2026-03-03T00:00:00Z'), max: new Date('2027-02-20T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.integer({ min: 1_772_600_000, max: 1_800_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString()),
);
const timing = fc.oneof(
  { arbitrary: fc.constant({ isDraft: true as const }), weight: 1 },
  { arbitrary: fc.record({ scheduledFor: instant, timezone: fc.constantFrom(...zones) }), weight: 3 },
);

const flag = fc.boolean();
const some = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(shape, { requiredKeys: [] });
const handle = fc.constantFrom('ann', '@bob', 'c.d_e');
const pin = { title: text, link: fc.constantFrom('https://a.example/?b=1,2', 'http://a.example') };

const settings: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  telegram: some({
    ...{ parseMode: fc.constantFrom('html', 'MarkdownV2'), disableNotification: flag },
    ...{ disableLinkPreview: flag, protectContent: flag },
  }),
  linkedin: some({ firstComment: text }),
  facebook: some({ firstComment: text }),
  instagram: some({ firstComment: text, collaborators: fc.array(handle, { minLength: 1, maxLength: 3 }) }),
  tiktok: some({
    ...{ privacyLevel: fc.constantFrom('publicToEveryone', 'SELF_ONLY'), allowComments: flag, allowDuet: flag },
    ...{ allowStitch: flag, uploadAsDraft: flag, brandContentToggle: flag, brandOrganicToggle: flag },
  }),
  youtube: some({ title: text, privacyStatus: fc.constantFrom('public', 'unlisted', 'private') }),
  pinterest: fc.record({ boardId: fc.constant('1234'), ...pin }, { requiredKeys: ['boardId'] }),
};
const cover = fc.oneof(
  fc.constant({}),
  fc.record({ coverImageUrl: fc.constant('https://a.example/cover.jpg') }),
  fc.record({ coverImageKeyFrameTime: fc.constantFrom(0, 1.5, 1e-7) }),
);

const platformsByFiles: Record<Sayable['files'], readonly string[]> = {
  none: ['telegram', 'bluesky', 'linkedin', 'facebook', 'threads', 'x'],
  images: ['telegram', 'bluesky', 'linkedin', 'facebook', 'threads', 'x', 'instagram', 'pinterest', 'tiktok'],
  video: ['telegram', 'linkedin', 'youtube', 'pinterest', 'tiktok', 'instagram'],
};

function target(platform: string): fc.Arbitrary<Sayable['platforms'][number]> {
  const own = settings[platform] ?? fc.constant({});
  const allSettings = platform === 'pinterest' ? fc.tuple(own, cover).map((parts) => Object.assign({}, ...parts)) : own;
  return fc.record(
    { platform: fc.constant(platform), customContent: text, settings: allSettings },
    { requiredKeys: platform === 'pinterest' ? ['platform', 'settings'] : ['platform'] },
  );
}

export const sayable: fc.Arbitrary<Sayable> = fc
  .constantFrom<Sayable['files']>('none', 'images', 'video')
  .chain((files) =>
    fc.record({
      ...{ content: text, title: cell, tags: items(3), hashtags: items(2), mentions: items(2), timing },
      files: fc.constant(files),
      platforms: fc
        .subarray([...platformsByFiles[files]], { minLength: 1, maxLength: 4 })
        .chain((names) => fc.tuple(...names.map(target))),
    }),
  );
