import { draftFile, header, quoted, refused, rowFile, rowResults, type CsvCases, type CsvContext } from './csv-case.ts';

export const lineFiles: CsvCases = (context) => {
  const tail = `telegram,${context.profileId},,true`;
  const file = (...lines: readonly string[]): string => [`${header},is_draft`, ...lines].join('\n');
  const drafts = (...contents: readonly string[]): string => draftFile(context, contents);
  return [
    { name: 'LF', file: drafts('a', 'b'), expected: rowResults([true, true]) },
    { name: 'CRLF', file: draftFile(context, ['a', 'b'], '\r\n'), expected: rowResults([true, true]) },
    { name: 'CR', file: draftFile(context, ['a', 'b'], '\r'), expected: rowResults([true, true]) },
    {
      name: 'a mix of line ends',
      file: `${header},is_draft\r\na,${tail}\nb,${tail}\rc,${tail}`,
      expected: rowResults([true, true, true], { contents: ['a', 'b', 'c'] }),
    },
    { name: 'no line end at the end', file: file(`a,${tail}`), expected: rowResults([true]) },
    {
      name: 'empty lines between',
      file: file('', `a,${tail}`, '', '  ', `b,${tail}`, ''),
      expected: rowResults([true, true]),
    },
    {
      name: 'a line of commas',
      file: file(',,,,', `a,${tail}`),
      expected: rowResults([/post_content is required/, true]),
    },
    {
      name: 'line ends inside quotes',
      file: file(`"a\r\nb\nc\rd",${tail}`),
      expected: rowResults([true], { contents: ['a\r\nb\nc\rd'] }),
    },
    {
      name: 'quotes in quotes',
      file: file(`"say ""hi""",${tail}`),
      expected: rowResults([true], { contents: ['say "hi"'] }),
    },
    { name: 'commas in quotes', file: file(`"a,b",${tail}`), expected: rowResults([true], { contents: ['a,b'] }) },
    { name: 'nothing but quotes', file: file(`"""""",${tail}`), expected: rowResults([true], { contents: ['""'] }) },
    {
      name: 'every cell in quotes',
      file: file([`a`, 'telegram', context.profileId, '', 'true'].map(quoted).join()),
      expected: rowResults([true]),
    },
    {
      name: 'a quote within a cell',
      file: file(`a,${tail}`, `5" nails,${tail}`, `c,${tail}`),
      expected: rowResults([true, /misplaced or unclosed quote/]),
    },
    {
      name: 'words behind a quote',
      file: file(`"a" b,${tail}`, `c,${tail}`),
      expected: rowResults([/misplaced or unclosed quote/]),
    },
    {
      name: 'a quote that is not closed',
      file: file(`a,${tail}`, `"b,${tail}`, `c,${tail}`),
      expected: rowResults([true, /unclosed quote/]),
    },
    { name: 'a quote at the very end', file: file(`a,${tail}`, '"'), expected: rowResults([true, /unclosed quote/]) },
    {
      name: 'one cell',
      file: file('a', `b,${tail}`),
      expected: rowResults([/has 1 cells, but the header has 5/, true]),
    },
    { name: 'one cell too few', file: file(`a,telegram,${context.profileId},`), expected: rowResults([/has 4 cells/]) },
    { name: 'one cell too many', file: file(`a,${tail},`), expected: rowResults([/has 6 cells/]) },
    {
      name: 'ten thousand cells',
      file: file(`a${',b'.repeat(9999)}`, `b,${tail}`),
      expected: rowResults([/has 10000 cells/, true]),
    },
    {
      name: 'a comma at the end of the header',
      file: `${header},is_draft,\na,${tail},\n`,
      expected: rowResults([true], { warnings: [/without a name/] }),
    },
    {
      name: 'unknown columns',
      file: `${header},is_draft,mood,Weather\na,${tail},good,sun\n`,
      expected: rowResults([true], { warnings: [/column mood is not known/, /column weather is not known/] }),
    },
    {
      name: 'columns in another order',
      file: `is_draft,schedule_time,profiles,platforms,post_content\ntrue,,${context.profileId},telegram,a\n`,
      expected: rowResults([true], { contents: ['a'] }),
    },
    {
      name: 'columns with spaces and capitals',
      file: file(`a,${tail}`).replace(header, ' Post_Content , PLATFORMS,Profiles ,schedule_TIME'),
      expected: rowResults([true]),
    },
    {
      name: 'NUL in a text',
      file: file(`a\0b,${tail}`),
      expected: rowResults([/post_content .* must not contain U\+0000/]),
    },
    { name: 'NUL in a name of a column', file: `${header},is_draft,no\0te\na,${tail},b\n`, expected: refused(/UTF-8/) },
    {
      name: 'all other control letters',
      file: file(`"a\x01\x02\x08\x0b\x1f\x7f",${tail}`),
      expected: rowResults([true]),
    },
    {
      name: 'right to left and joined letters',
      file: file(`‮مرحبا 👩‍👩‍👧‍👦 é,${tail}`),
      expected: rowResults([true], { contents: ['‮مرحبا 👩‍👩‍👧‍👦 é'] }),
    },
    {
      name: 'formulas',
      file: file(`=1+1,${tail}`, `'=1+1,${tail}`, `''@a,${tail}`, `'a,${tail}`),
      expected: rowResults([true, true, true, true], { contents: ['=1+1', '=1+1', "'@a", "'a"] }),
    },
  ];
};

export const cellFiles: CsvCases = (context) => [...good(context), ...wrong(context), ...sameness(context)];

const good: CsvCases = (context) => {
  const one = (cells: Readonly<Record<string, string>>): string => rowFile(context, cells);
  return [
    {
      name: 'a profile by its name in capitals',
      file: one({ profiles: context.profileName.toUpperCase() }),
      expected: rowResults([true]),
    },
    {
      name: 'platforms with spaces, twice and in capitals',
      file: one({ platforms: ' Telegram , telegram,' }),
      expected: rowResults([true]),
    },
    {
      name: 'every word for true',
      file: `${header},is_draft\n${['true', '1', 'yes', 'TRUE', ' Yes '].map((word) => `a,telegram,${context.profileId},,${word}`).join('\n')}`,
      expected: rowResults([true, true, true, true, true]),
    },
    {
      name: 'every word for false',
      file: `${header},is_draft,publish_now,use_queue\n${['false', '0', 'no', 'NO', ''].map((word) => `a,telegram,${context.profileId},${tomorrow(context)},${word},${word},${word}`).join('\n')}`,
      expected: rowResults([true, true, true, true, true]),
    },
    {
      name: 'a time for a draft',
      file: one({ is_draft: 'yes', tz: 'Nowhere' }),
      expected: rowResults([true], {
        warnings: [/row 1: schedule_time .* is ignored/, /row 1: tz "Nowhere" is ignored/],
      }),
    },
    {
      name: 'an option of another platform',
      file: one({ youtube_title: 'T', custom_content_twitter: 'C' }),
      expected: rowResults([true], { warnings: [/custom_content_x "C" is ignored/, /youtube_title "T" is ignored/] }),
    },
    {
      name: 'empty options',
      file: one({ telegram_parse_mode: '', telegram_protect_content: ' ' }),
      expected: rowResults([true], { warnings: [] }),
    },
    {
      name: 'a choice in another spelling',
      file: one({ telegram_parse_mode: 'Markdown_V2' }),
      expected: rowResults([true]),
    },
  ];
};

const wrong: CsvCases = (context) => {
  const cases: [string, Readonly<Record<string, string>>, RegExp][] = [
    ['no text', { post_content: '' }, /^post_content is required/],
    ['a text of spaces', { post_content: ' \n ' }, /^post_content is required/],
    [
      'a text over every limit',
      { post_content: 'x'.repeat(65_001) },
      /^post_content "x+…" must not have more than 65000/,
    ],
    [
      'a text over that of the platform',
      { post_content: 'x'.repeat(4097) },
      /^post_content "x+…" is not valid for telegram/,
    ],
    ['no platform', { platforms: ' , ' }, /^platforms "," is required/],
    ['an unknown platform', { platforms: 'telegram,myspace' }, /contains myspace/],
    [
      'a platform without account',
      { platforms: 'youtube' },
      /contains youtube, but this profile has no connected youtube account/,
    ],
    ['a hundred thousand platforms', { platforms: 'a,'.repeat(100_000) }, /contains a, but must be a list of/],
    ['no profile', { profiles: '' }, /^profiles is required/],
    ['an unknown profile', { profiles: 'prf_000000000000000000000000' }, /does not match any profile/],
    ['two profiles', { profiles: `${context.profileId},${context.otherProfileId}` }, /must name exactly one profile/],
    [
      'a profile without accounts',
      { profiles: context.otherProfileId },
      /this profile has no connected telegram account/,
    ],
    ['no mode and no time', { schedule_time: '' }, /^schedule_time is required unless/],
    [
      'two modes',
      { schedule_time: '', is_draft: '1', publish_now: '1' },
      /^publish_now "1" cannot be combined with is_draft/,
    ],
    ['a boolean that is none', { is_draft: 'vielleicht' }, /^is_draft "vielleicht" must be true or false/],
    [
      'a queue that is not there',
      { schedule_time: '', use_queue: 'true' },
      /^use_queue "true": The queue does not exist in this profile/,
    ],
    ['a file that is no address', { media_urls: 'cat.png' }, /^media_urls "cat.png" contains cat.png/],
    ['a file of the machine', { media_urls: 'file:///etc/passwd' }, /not an http or https URL/],
    ['a file in the private platform', { media_urls: 'http://192.168.0.1/a.png' }, /^media_urls .*192\.168\.0\.1/],
    [
      'eleven files',
      { media_urls: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`).join() },
      /more than 10/,
    ],
    ['a long title', { title: 't'.repeat(256) }, /^title "t+…" must not have more than 255/],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, n) => n).join() }, /^tags .* must not have more than 50 items/],
    ['a long tag', { tags: 't'.repeat(101) }, /^tags "t+…"/],
    ['31 hashtags', { hashtags: Array.from({ length: 31 }, (_, n) => n).join() }, /^hashtags .* more than 30/],
    ['a hashtag of its sign alone', { hashtags: 'a,##' }, /^hashtags "a,##" must have text after its # or @/],
    ['21 mentions', { mentions: Array.from({ length: 21 }, (_, n) => n).join() }, /^mentions .* more than 20/],
    [
      'a choice that is none',
      { telegram_parse_mode: 'bbcode' },
      /^telegram_parse_mode "bbcode" is not valid for telegram/,
    ],
    [
      'an option that is no boolean',
      { telegram_protect_content: '2' },
      /^telegram_protect_content "2" must be true or false/,
    ],
    [
      'words for the platform that are too long',
      { custom_content_telegram: 'x'.repeat(4097) },
      /^custom_content_telegram "x+…" is not valid for/,
    ],
  ];
  const many = Array.from(
    { length: 51 },
    (_, n) => `a,telegram,${context.profileId},${tomorrow(context)},https://a.example/${n}.png`,
  );
  return [
    ...cases.map(([name, cells, about]) => ({ name, file: rowFile(context, cells), expected: rowResults([about]) })),
    {
      name: '51 files in all',
      file: [`${header},media_urls`, ...many].join('\n'),
      expected: refused(/51 media URLs, but at most 50/),
    },
  ];
};

const sameness: CsvCases = (context) => {
  const row = (content: string): string => `${content},telegram,${context.profileId},${tomorrow(context)}`;
  const twice = [header, row('Twice'), row('Twice')].join('\n');
  return [
    { name: 'the same twice', query: '', file: twice, expected: rowResults([true, /row 1 has the same content/]) },
    {
      name: 'the same as before',
      query: '',
      file: twice,
      expected: rowResults([/already scheduled/, /already scheduled|row 1/]),
    },
    { name: 'the same, and meant', query: '?allowDuplicate=true', file: twice, expected: rowResults([true, true]) },
  ];
};

function tomorrow({ now }: CsvContext): string {
  return new Date(now.getTime() + 86_400_000).toISOString();
}
