import { uploaded } from './expected.ts';
import { disposed, form, named } from './forms.ts';
import { noFile, noName, type MultipartAbuse } from './multipart-abuse.ts';

export const nameAbuses: readonly MultipartAbuse[] = [
  ...[
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/shadow', 'shadow'],
    ['C:\\boot.ini', 'boot.ini'],
    ['a/../../b.gif', 'b.gif'],
    ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
    ['<img src=x onerror=alert(1)>.gif', '<img src=x onerror=alert(1)>.gif'],
    ['a;b=c', 'a;b=c'],
    [Buffer.from('\u202egpj.exe').toString('latin1'), '\u202egpj.exe'],
    [Buffer.from('фото.gif').toString('latin1'), 'фото.gif'],
    ['x'.repeat(1000), 'x'.repeat(255)],
    [`${'x'.repeat(254)}${Buffer.from('😀').toString('latin1')}`, 'x'.repeat(254)],
  ].map(([name = '', storedName = '']) => ({
    name: `named ${JSON.stringify(name.slice(0, 40))}`,
    body: form(named(name)),
    expected: uploaded(storedName),
  })),
  ...['', '.', '..', '/', '../', ' ', '\t', '\0', 'a\0.gif'].map((name) => ({
    name: `named ${JSON.stringify(name)}`,
    body: form(named(name)),
    expected: noName,
  })),
  {
    name: 'a lone surrogate in the name',
    body: form(named('a\xed\xa0\x80.gif')),
    expected: uploaded('a\ufffd\ufffd\ufffd.gif'),
  },
  {
    name: 'bytes that are no UTF-8 in the name',
    body: form(named('a\xff\xfe.gif')),
    expected: uploaded('a\ufffd\ufffd.gif'),
  },
  { name: 'a line end in the name', body: form(named('a\r\nX-Evil: 1')), expected: uploaded('a') },
  { name: 'a bare carriage return in the name', body: form(named('a\rb')), expected: noFile },
  { name: 'a quote in the name', body: form(named('a"; name="photo')), expected: uploaded('a') },
  {
    name: 'a NUL in the extended name',
    body: form(disposed('form-data; name="file"; filename*=UTF-8\'\'a%00.gif')),
    expected: noName,
  },
  {
    name: 'a lone surrogate in the extended name',
    body: form(disposed('form-data; name="file"; filename*=UTF-8\'\'a%ED%A0%80.gif')),
    expected: uploaded('a\ufffd\ufffd\ufffd.gif'),
  },
  {
    name: 'a path in the extended name',
    body: form(disposed('form-data; name="file"; filename*=UTF-8\'\'..%2F..%2Fpasswd')),
    expected: uploaded('passwd'),
  },
  {
    name: 'an extended name in an unknown charset',
    body: form(disposed('form-data; name="file"; filename*=utf-7\'\'a.gif')),
    expected: uploaded('a.gif'),
  },
];
