import { invalid, malformed, simple, uploaded } from './expected.ts';
import { disposed, endless, file, form, gifOf, part } from './forms.ts';
import { cutShort, good, ok, oneFile, tooLong, type MultipartAbuse } from './multipart-abuse.ts';

export const framingAbuses: readonly MultipartAbuse[] = [
  {
    name: '26214400 bytes',
    body: form({ ...file, content: gifOf(26_214_400) }),
    expected: uploaded('dot.gif', 26_214_400),
  },
  { name: '26214400 bytes and one', body: form({ ...file, content: gifOf(26_214_401) }), expected: tooLong },
  { name: 'an empty file', body: form({ ...file, content: '' }), expected: invalid(/empty/) },
  { name: 'no end', body: part(file), expected: cutShort },
  {
    name: 'no end, and the second file is cut',
    body: Buffer.concat([part(file), part(file).subarray(0, -20)]),
    expected: oneFile,
  },
  {
    name: 'a file under another name, cut',
    body: part(disposed('form-data; name="b"; filename="b"')).subarray(0, -20),
    expected: cutShort,
  },
  { name: 'cut within the file', body: good.subarray(0, -60), expected: cutShort },
  { name: 'cut within the part’s header', body: good.subarray(0, 40), expected: invalid() },
  { name: 'no line end after the end', body: good.subarray(0, -2), expected: ok },
  {
    name: 'a connection cut within the file',
    body: good.subarray(0, -60),
    framing: { length: good.length },
    isCut: true,
    expected: malformed,
  },
  {
    name: 'a connection cut before the body',
    body: Buffer.alloc(0),
    framing: { length: good.length },
    isCut: true,
    expected: malformed,
  },
  {
    name: 'a length that ends within the file',
    body: good,
    framing: { length: good.length - 60 },
    expected: malformed,
  },
  { name: 'in chunks', body: good, framing: 'chunked', expected: ok },
  {
    name: 'chunks of no size',
    body: Buffer.from('zz\r\n'),
    framing: 'none',
    headers: ['Transfer-Encoding: chunked'],
    expected: malformed,
  },
  { name: 'chunks and a length', body: good, headers: ['Transfer-Encoding: chunked'], expected: malformed },
  { name: 'two lengths', body: good, headers: ['Content-Length: 5'], expected: malformed },
  { name: 'a length below nought', body: good, framing: { length: -1 }, expected: malformed },
  { name: 'neither length nor chunks', body: good, framing: 'none', expected: malformed },
  {
    name: 'packed',
    body: good,
    headers: ['Content-Encoding: gzip'],
    expected: simple(415, 'Unsupported content encoding'),
  },
  {
    name: 'packed as nothing',
    body: good,
    headers: ['Content-Encoding: identity'],
    expected: simple(415, 'Unsupported content encoding'),
  },
  { name: 'a client that waits for 100 Continue', body: good, headers: ['Expect: 100-continue'], expected: ok },
  {
    name: 'an unknown expectation',
    body: good,
    headers: ['Expect: nonsense'],
    expected: simple(417, 'Expectation failed'),
  },
  {
    name: 'request headers of 20 kB',
    body: good,
    headers: [`X-Long: ${'x'.repeat(20_000)}`],
    expected: simple(431, 'Request headers too large'),
  },
  { name: 'another method', body: good, method: 'PUT', expected: simple(405, 'Method not allowed') },
  {
    name: 'no key, and a body that never ends',
    key: 'none',
    body: () => endless(part(file).subarray(0, -2), Buffer.alloc(1000)),
    expected: simple(401, 'Unauthorized'),
  },
];
