import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { RawRequest } from '../../harness/network/raw-http.ts';
import { differs, keyOf } from './expected.ts';
import { boundary, endlessBytes } from './forms.ts';
import type { MultipartAbuse } from './multipart-abuse.ts';
import { multipartAbuses } from './multipart-abuses.ts';
import { checkLeftovers, openFixture } from './fixture.ts';

const responseMsAim = 3000;
/** Socket buffers take this much after the server has stopped reading. */
const buffersBytes = 16_000_000;
const directBytesMax = 26_214_400;

export const malformedMultipart: Case = {
  id: 'malformed-multipart',
  about: 'Sends malformed multipart bodies; each gets the documented response in time and leaves no file behind.',
  run: async (testbed) => {
    await using fixture = await openFixture(testbed, 1);
    const findings = noFindings();
    const { user } = fixture.api;
    const keys: string[] = [];
    let slowestMs = 0;
    for (const abuse of multipartAbuses) {
      const response = await fixture.send(requestOf(abuse, user.key));
      keys.push(...keyOf(response));
      slowestMs = Math.max(slowestMs, response.ms);
      const difference = differs(response, abuse.expected);
      if (difference !== undefined) findings.faults.push(`${abuse.name}: ${difference}`);
      if (response.sentBytes > directBytesMax + buffersBytes) {
        findings.faults.push(`${abuse.name}: ${response.sentBytes} of ${endlessBytes} bytes were taken`);
      }
      if (response.ms > responseMsAim) findings.warnings.push(`${abuse.name}: answered after ${response.ms} ms`);
    }
    findings.faults.push(...(await checkLeftovers(fixture, keys)));
    const secrets = [user.key];
    findings.faults.push(
      ...(await checkInvariants(fixture.database.sql, { secrets, logs: testbed.supervisor.logs() })),
    );
    findings.counts = { abuses: multipartAbuses.length, accepted: keys.length };
    findings.times = { slowestMs };
    fixture.noteMemory(findings);
    return findings;
  },
};

function requestOf(abuse: MultipartAbuse, key: string): RawRequest {
  const { contentType = `multipart/form-data; boundary=${boundary}`, headers = [], framing, method = 'POST' } = abuse;
  const pieces = typeof abuse.body === 'function' ? abuse.body() : [abuse.body];
  const isChunked = framing === 'chunked' || (framing === undefined && typeof abuse.body === 'function');
  const length =
    typeof framing === 'object' ? framing.length : abuse.body instanceof Uint8Array ? abuse.body.length : 0;
  return {
    head: [
      `${method} /v1/media/upload-direct HTTP/1.1`,
      'Host: herald.example',
      ...(abuse.key === 'none' ? [] : [`Authorization: Bearer ${key}`]),
      ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
      ...(isChunked ? ['Transfer-Encoding: chunked'] : framing === 'none' ? [] : [`Content-Length: ${length}`]),
      ...headers,
    ],
    body: isChunked ? chunked(pieces) : pieces,
    isCut: abuse.isCut ?? false,
  };
}

function* chunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces)
    yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  yield Buffer.from('0\r\n\r\n');
}
