import { invalid, uploaded } from './expected.ts';
import { boundary, closing, disposed, dot, endless, field, file, form, part } from './forms.ts';
import { good, noFile, noName, ok, oneFile, tooLong, tooMany, type MultipartAbuse } from './multipart-abuse.ts';

const fields = (count: number): Buffer => Buffer.alloc(part(field('a')).length * count, part(field('a')));

export const partAbuses: readonly MultipartAbuse[] = [
  { name: 'no file', body: form(field('contentType', 'image/gif')), expected: noFile },
  { name: 'two files', body: form(file, file), expected: oneFile },
  { name: 'a hundred files', body: form(...Array<typeof file>(100).fill(file)), expected: invalid() },
  {
    name: 'a second file under another name',
    body: form(file, disposed('form-data; name="b"; filename="b"')),
    expected: oneFile,
  },
  {
    name: 'a file under another name',
    body: form(disposed('form-data; name="photo"; filename="a.gif"')),
    expected: noFile,
  },
  {
    name: 'a file under the name in capitals',
    body: form(disposed('form-data; name="FILE"; filename="a.gif"')),
    expected: noFile,
  },
  {
    name: 'a file under a list’s name',
    body: form(disposed('form-data; name="file[]"; filename="a.gif"')),
    expected: noFile,
  },
  { name: 'a file without any name', body: form(disposed('form-data; filename="a.gif"')), expected: noFile },
  { name: 'the field as text', body: form(field('file', dot)), expected: noFile },
  {
    name: 'the field as bytes without a name',
    body: form(disposed('form-data; name="file"', 'Content-Type: application/octet-stream')),
    expected: noName,
  },
  { name: 'a part without a disposition', body: form(disposed(null, 'Content-Type: image/gif')), expected: noFile },
  { name: 'a part without headers', body: form({ content: dot }), expected: noFile },
  { name: 'an attachment', body: form(disposed('attachment; name="file"; filename="a.gif"')), expected: noFile },
  {
    name: 'two dispositions',
    body: form(disposed('form-data; name="a"', 'Content-Disposition: form-data; name="file"; filename="a"')),
    expected: noFile,
  },
  {
    name: 'a part header of 5 kB',
    body: form(disposed('form-data; name="file"; filename="a.gif"', `X-Long: ${'x'.repeat(5000)}`)),
    expected: uploaded('a.gif'),
  },
  {
    name: 'a part header of 1 MB before the name',
    body: form({
      headers: [`X-Long: ${'x'.repeat(1_000_000)}`, 'Content-Disposition: form-data; name="file"; filename="a"'],
    }),
    expected: noFile,
  },
  {
    name: 'a hundred part headers before the name',
    body: form({
      headers: [...Array<string>(100).fill('X-A: b'), 'Content-Disposition: form-data; name="file"; filename="a"'],
      content: dot,
    }),
    expected: noFile,
  },
  {
    name: 'part headers that never end',
    body: () => endless(Buffer.from(`--${boundary}\r\n`), Buffer.from('X-A: b\r\n')),
    expected: tooLong,
  },
  { name: 'ten fields before the file', body: Buffer.concat([fields(10), good]), expected: ok },
  { name: 'eleven fields before the file', body: Buffer.concat([fields(11), good]), expected: tooMany },
  { name: 'thousands of fields before the file', body: Buffer.concat([fields(5000), good]), expected: tooMany },
  {
    name: 'thousands of fields after the file',
    body: Buffer.concat([part(file), fields(5000), closing]),
    expected: tooMany,
  },
  {
    name: 'thousands of fields, the last of them cut',
    body: Buffer.concat([part(file), fields(5000), part(field('a')).subarray(0, -4)]),
    expected: tooMany,
  },
  { name: 'fields that never end', body: () => endless(part(file), part(field('a'))), expected: tooMany },
  { name: 'a field of 1 MB', body: form(field('contentType', Buffer.alloc(1_000_000, 'x')), file), expected: ok },
  {
    name: 'one field of endless bytes',
    body: () => endless(Buffer.concat([part(file), part(field('a')).subarray(0, -2)]), Buffer.alloc(1000, 'x')),
    expected: tooLong,
  },
  {
    name: 'a field of endless bytes before the file',
    body: () => endless(part(field('a')).subarray(0, -2), Buffer.alloc(1000, 'x')),
    expected: tooLong,
  },
  {
    name: 'endless bytes before the first part',
    body: () => endless(Buffer.alloc(1), Buffer.alloc(1000, 'x')),
    expected: tooLong,
  },
  { name: 'endless bytes after the last part', body: () => endless(good, Buffer.alloc(1000, 'x')), expected: tooLong },
  {
    name: 'a file that never ends',
    body: () => endless(part(file).subarray(0, -2), Buffer.alloc(1000)),
    expected: tooLong,
  },
  {
    name: 'a form within the file',
    body: form(disposed('form-data; name="file"; filename="a.gif"', `Content-Type: multipart/mixed; boundary=inner`)),
    expected: uploaded('a.gif'),
  },
  {
    name: 'a form within a field',
    body: form({
      disposition: 'form-data; name="files"',
      headers: ['Content-Type: multipart/mixed; boundary=inner'],
      content: Buffer.concat([
        Buffer.from('--inner\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n'),
        dot,
        Buffer.from('\r\n--inner--\r\n'),
      ]),
    }),
    expected: noFile,
  },
  {
    name: 'a file in base64',
    body: form({
      ...disposed('form-data; name="file"; filename="a.gif"', 'Content-Transfer-Encoding: base64'),
      content: dot.toString('base64'),
    }),
    expected: invalid(),
  },
  {
    name: 'almost the boundary within the file',
    body: form({
      ...file,
      content: Buffer.concat([dot, Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n--${boundary.slice(0, -2)}--`)]),
    }),
    expected: uploaded('dot.gif', dot.length + 49),
  },
];
