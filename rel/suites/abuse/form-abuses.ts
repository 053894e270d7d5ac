import { boundary, closing, dot } from './forms.ts';
import { cutShort, good, noFile, notForm, ok, type MultipartAbuse } from './multipart-abuse.ts';

const typed = (text: string): string => `multipart/form-data; boundary=${text}`;

export const formAbuses: readonly MultipartAbuse[] = [
  { name: 'no content type', contentType: null, body: good, expected: notForm },
  { name: 'JSON by its type', contentType: 'application/json', body: good, expected: notForm },
  { name: 'text by its type', contentType: 'text/plain', body: good, expected: notForm },
  { name: 'a form of the other kind', contentType: 'application/x-www-form-urlencoded', body: good, expected: notForm },
  { name: 'multipart/mixed', contentType: `multipart/mixed; boundary=${boundary}`, body: good, expected: notForm },
  { name: 'no boundary', contentType: 'multipart/form-data', body: good, expected: notForm },
  { name: 'an empty boundary', contentType: typed(''), body: good, expected: cutShort },
  { name: 'another boundary', contentType: typed('other'), body: good, expected: cutShort },
  { name: 'the boundary in capitals', contentType: typed(boundary.toUpperCase()), body: good, expected: cutShort },
  { name: 'a boundary of 5000 letters', contentType: typed('b'.repeat(5000)), body: good, expected: notForm },
  { name: 'a boundary in quotes', contentType: typed(`"${boundary}"`), body: good, expected: ok },
  {
    name: 'a charset before the boundary',
    contentType: `multipart/form-data; charset=utf-7; boundary=${boundary}`,
    body: good,
    expected: ok,
  },
  { name: 'an empty body', body: Buffer.alloc(0), expected: cutShort },
  { name: 'nothing but the end', body: closing, expected: noFile },
  { name: 'nothing but line ends', body: Buffer.alloc(10_000, '\r\n'), expected: cutShort },
  { name: 'noughts', body: Buffer.alloc(100_000), expected: cutShort },
  { name: 'a JSON body', body: Buffer.from('{"file":"dot.gif"}'), expected: cutShort },
  { name: 'the bare file', body: dot, expected: cutShort },
  {
    name: 'lines that end with bare line feeds',
    body: Buffer.from(good.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    expected: cutShort,
  },
];
