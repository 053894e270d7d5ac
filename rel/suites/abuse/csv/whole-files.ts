import { columns, draftFile, header, refused, rowResults, type CsvCases } from './csv-case.ts';

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const kib = 1024;

export const wholeFiles: CsvCases = (context) => {
  const good = draftFile(context, ['A draft']);
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const row = `x,telegram,${context.profileId},,true`;
  const names = (count: number): string => Array.from({ length: count }, (_, n) => `c${n}`).join();
  const wide = (count: number): string =>
    `${header},is_draft,${names(count - 5)}\nWide,telegram,${context.profileId},,true${','.repeat(count - 5)}\n`;
  const padded = (size: number): string => {
    const start = `${header},is_draft,note\n`;
    const cell = 'y'.repeat(200_000);
    const rows = [start];
    for (let left = size - start.length; left > 0;) {
      const fixed = `${row},\n`.length;
      const note = cell.slice(0, Math.min(cell.length, left - fixed));
      rows.push(`${row},${note}\n`);
      left -= fixed + note.length;
      if (left > 0 && left <= fixed) {
        rows.push('\n'.repeat(left));
        left = 0;
      }
    }
    return rows.join('');
  };
  const megabytes2 = padded(2 * kib * kib);
  const rowsIn = (text: string): number => text.split('\n').filter((line) => line !== '').length - 1;
  return [
    { name: 'no bytes', file: '', expected: refused(/empty/) },
    { name: 'a byte order mark alone', file: '\uFEFF', expected: refused(/empty/) },
    { name: 'line ends alone', file: '\r\n\n\r\n', expected: refused(/empty/) },
    { name: 'spaces alone', file: '   ', expected: refused(/post_content is missing/) },
    { name: 'one NUL', file: '\0', expected: refused(/UTF-8/) },
    { name: 'a header alone', file: header, expected: refused(/no rows/) },
    { name: 'a header and empty lines', file: `${header}\n\n  \n\r\n`, expected: refused(/no rows/) },
    { name: 'a header with line end alone', file: `${header}\r\n`, expected: refused(/no rows/) },
    { name: 'byte order mark', file: `\uFEFF${good}`, expected: rowResults([true], { contents: ['A draft'] }) },
    {
      name: 'byte order mark before a quote',
      file: `\uFEFF"post_content"${good.slice(12)}`,
      expected: rowResults([true]),
    },
    { name: 'two byte order marks', file: `\uFEFF\uFEFF${good}`, expected: rowResults([true]) },
    { name: 'UTF-16 with its mark', file: utf16(`\uFEFF${good}`), expected: refused(/UTF-8/) },
    { name: 'UTF-16 without', file: utf16(good), expected: refused(/UTF-8/) },
    { name: 'UTF-16, big end first', file: utf16(`\uFEFF${good}`).swap16(), expected: refused(/UTF-8/) },
    { name: 'UTF-16 with quotes', file: utf16(`"${header}"\n`), expected: refused(/header cannot be read|UTF-8/) },
    { name: 'UTF-32', file: Buffer.concat([bytes(0xff, 0xfe, 0, 0), utf16(good)]), expected: refused(/UTF-8/) },
    { name: 'Latin-1', file: Buffer.from(draftFile(context, ['Größe']), 'latin1'), expected: refused(/UTF-8/) },
    {
      name: 'a lone continuation byte',
      file: Buffer.concat([Buffer.from(good), bytes(0x80)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'an overlong slash',
      file: Buffer.concat([Buffer.from(good), bytes(0xc0, 0xaf)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'a surrogate as bytes',
      file: Buffer.concat([Buffer.from(good), bytes(0xed, 0xa0, 0x80)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'a letter cut in two',
      file: Buffer.concat([Buffer.from(good), bytes(0xf0, 0x9f, 0x98)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'beyond the last letter',
      file: Buffer.concat([Buffer.from(good), bytes(0xf4, 0x90, 0x80, 0x80)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'gzip',
      file: Buffer.concat([bytes(0x1f, 0x8b, 8, 0), Buffer.alloc(100, 0x9f)]),
      expected: refused(/UTF-8/),
    },
    {
      name: 'a spreadsheet',
      file: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 0xb5)]),
      expected: refused(/UTF-8/),
    },
    { name: 'JSON', file: '[{"post_content":"x"}]', expected: refused(/header cannot be read|is missing/) },
    { name: 'HTML', file: '<table><tr><td>post_content</td></tr></table>', expected: refused(/is missing/) },
    { name: 'semicolons', file: good.replaceAll(',', ';'), expected: refused(/is missing/) },
    { name: 'tabs', file: good.replaceAll(',', '\t'), expected: refused(/is missing/) },
    ...columns.map((name) => ({
      name: `without ${name}`,
      file: good.replace(name, `not_${name}`),
      expected: refused(new RegExp(`column ${name} is missing`)),
    })),
    {
      name: 'a column twice',
      file: good.replace('is_draft', 'platforms'),
      expected: refused(/column platforms twice/),
    },
    {
      name: 'a column twice in capitals',
      file: good.replace('is_draft', ' PLATFORMS '),
      expected: refused(/column platforms twice/),
    },
    { name: 'an unknown column twice', file: `${header},a,A\n${row},`, expected: refused(/column a twice/) },
    {
      name: 'a column by both names',
      file: `${header},custom_content_x,custom_content_twitter\n,,,,,`,
      expected: refused(/twice/),
    },
    { name: '100 columns', file: wide(100), expected: rowResults([true]) },
    { name: '101 columns', file: wide(101), expected: refused(/101 columns, but at most 100/) },
    {
      name: 'a hundred thousand columns',
      file: `${header}${',c'.repeat(100_000)}\n`,
      expected: refused(/at most 100/),
    },
    { name: 'a header of commas', file: `${','.repeat(50_000)}\n`, expected: refused(/at most 100/) },
    {
      name: 'a header that never ends',
      file: `"${header}${'x'.repeat(300_000)}`,
      expected: refused(/header cannot be read/),
    },
    {
      name: '500 rows',
      file: draftFile(context, Array<string>(500).fill('Many')),
      expected: rowResults(Array<true>(500).fill(true)),
    },
    {
      name: '501 rows',
      file: draftFile(context, Array<string>(501).fill('Many')),
      expected: refused(/more than 500 rows/),
    },
    {
      name: '501 rows that are wrong',
      file: `${header}\n${'a,b,c,d\n'.repeat(501)}`,
      expected: refused(/more than 500 rows/),
    },
    {
      name: '500 rows and empty lines between',
      file: draftFile(context, Array<string>(500).fill('Many'), '\n\n'),
      expected: rowResults(Array<true>(500).fill(true)),
    },
    {
      name: 'half a million rows',
      file: `${header}\n${',,,\n'.repeat(500_000)}`,
      expected: refused(/more than 500 rows|larger than 2 MiB/),
    },
    {
      name: 'exactly 2 MiB',
      file: megabytes2,
      expected: rowResults(Array<true>(rowsIn(megabytes2)).fill(true), { warnings: [/column note is not known/] }),
    },
    { name: 'one byte more', file: `${megabytes2}\n`, expected: refused(/larger than 2 MiB/) },
    { name: 'ten times as much', file: megabytes2.repeat(10), expected: refused(/larger than 2 MiB|more than 500/) },
    {
      name: 'a cell of 256 KiB in a column of nobody',
      file: `${header},is_draft,n\n${row},${'z'.repeat(256 * kib)}\n`,
      expected: rowResults([true]),
    },
    {
      name: 'a cell of one byte more',
      file: `${header},is_draft,n\n${row},${'z'.repeat(256 * kib + 1)}\n`,
      expected: refused(/larger than 256 KiB/),
    },
    {
      name: 'a cell too large by its bytes',
      file: `${header},is_draft,n\n${row},${'é'.repeat(128 * kib + 1)}\n`,
      expected: refused(/larger than 256 KiB/),
    },
    {
      name: 'a quote that swallows the file',
      file: `${header}\n"${'a,b,c,d\n'.repeat(40_000)}`,
      expected: rowResults([/misplaced or unclosed quote/]),
    },
    { name: 'as JSON', contentType: 'application/json', file: good, expected: refused(/multipart\/form-data/) },
    { name: 'as plain text', contentType: 'text/plain', file: good, expected: refused(/multipart\/form-data/) },
    { name: 'as CSV with a charset', contentType: 'text/csv; charset=utf-8', file: good, expected: rowResults([true]) },
    { name: 'a dry run that is neither', query: '?dryRun=1', file: good, expected: refused(/dryRun/, 'dryRun') },
    { name: 'a dry run', query: '?dryRun=true', file: good, expected: rowResults([true], { contents: [] }) },
  ];
};
