import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

export type Question = {
  name: string;
  type: 'A' | 'AAAA';
  nth: number;
};

export type Reply = { addresses: readonly string[]; aliases?: readonly string[] } | 'NXDOMAIN' | 'SERVFAIL';

type DnsServer = AsyncDisposable & { port: number; questions: Question[] };

const types = { A: 1, AAAA: 28, CNAME: 5 } as const;
const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const;
const headerBytes = 12;
const internet = 1;

export async function startDnsServer(script: (question: Question) => Reply): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: Question[] = [];
  const counts = new Map<string, number>();
  socket.on('message', (query, from) => {
    const { name, type, end } = parseQuestion(query);
    const known = type === types.A ? 'A' : type === types.AAAA ? 'AAAA' : undefined;
    if (known === undefined)
      return socket.send(encode(query, end, { name, reply: 'NXDOMAIN' }), from.port, from.address);
    const key = `${name} ${known}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const question: Question = { name, type: known, nth };
    questions.push(question);
    socket.send(encode(query, end, { name, type: known, reply: script(question) }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    questions,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function parseQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

type Content = { name: string; type?: 'A' | 'AAAA'; reply: Reply };

function encode(query: Buffer, questionEnd: number, { name, type, reply }: Content): Buffer {
  const isError = typeof reply === 'string';
  const records = isError || type === undefined ? [] : toRecords(name, type, reply);
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // Response, recursion desired, recursion available.
  header.writeUInt16BE(0x8180 | (isError ? codes[reply] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(headerBytes, questionEnd), ...records]);
}

function toRecords(name: string, type: 'A' | 'AAAA', { addresses, aliases = [] }: Exclude<Reply, string>): Buffer[] {
  const owners = [name, ...aliases];
  const links = aliases.map((alias, index) => record(owners[index] ?? name, types.CNAME, encodeName(alias)));
  const parsed = addresses.map((text) => ipaddr.parse(text)).filter((one) => one.kind() === families[type]);
  const last = owners.at(-1) ?? name;
  return [...links, ...parsed.map((one) => record(last, types[type], Buffer.from(one.toByteArray())))];
}

const families = { A: 'ipv4', AAAA: 'ipv6' } as const;

function record(owner: string, type: number, content: Buffer): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(internet, 2);
  fields.writeUInt16BE(content.length, 8);
  return Buffer.concat([encodeName(owner), fields, content]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}
