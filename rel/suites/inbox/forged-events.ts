import { createHmac } from 'node:crypto';
import type { CapturedEvent } from './captured-events.ts';

type ForgedEvent = { name: string; event: CapturedEvent; expected: readonly number[] };

const replayedCount = 100;
const unauthorized = [401];
/** The platform would repeat what is refused, so signed nonsense is acknowledged. */
const acknowledged = [200];

export function forgedEvents(events: readonly CapturedEvent[]): ForgedEvent[] {
  return [
    ...events.slice(0, replayedCount).map((event) => ({ name: 'a replayed event', event, expected: acknowledged })),
    ...['instagram', 'facebook'].flatMap((platform) => {
      const event = events.find(({ path }) => path.endsWith(`/${platform}`));
      return event === undefined ? [] : [...forge(event, platform), ...malform(event, platform)];
    }),
  ];
}

function forge(event: CapturedEvent, platform: string): ForgedEvent[] {
  const { body, signature } = event;
  const changed = withNewIds(body);
  const other = platform === 'instagram' ? 'facebook' : 'instagram';
  const signatures = {
    'a guessed secret': sign(changed, 'guessed'),
    "another platform's secret": sign(changed, secretOf(other)),
    'no signature': '',
    'the signature of another body': signature,
    'a signature cut short': sign(changed, secretOf(platform)).slice(0, -1),
    'an empty digest': 'sha256=',
    'another algorithm': sign(changed, secretOf(platform)).replace('sha256', 'sha1'),
  };
  return Object.entries(signatures).map(([name, forged]) => ({
    name: `${platform}: ${name}`,
    event: { ...event, body: changed, signature: forged },
    expected: unauthorized,
  }));
}

/** Signed, so that only the reader of the body protects the database. */
function malform(event: CapturedEvent, platform: string): ForgedEvent[] {
  const body = withNewIds(event.body);
  const bodies = [
    ...['', '[]', 'null', '"text"', '{', `${body}${body}`, body.slice(0, -10), '['.repeat(100_000)],
    ...['{"object":"instagram"}', '{"object":"page","entry":{}}', '{"object":"instagram","entry":[null,[],1,{}]}'],
    ...[{}, [], null, true, '../../admin', '\u0000', '$ne', '__proto__[a]', -1, 1e308].map((value) =>
      replaceIds(body, value),
    ),
    body.replace('"entry"', '"__proto__"'),
    body.replaceAll(/"id":"\d+"/g, '"id":"1"'),
  ];
  return bodies.map((one, index) => ({
    name: `${platform}: malformed body ${index}`,
    event: { ...event, body: one, signature: sign(one, secretOf(platform)) },
    expected: acknowledged,
  }));
}

const secretOf = (platform: string): string => `sandbox-${platform}-secret`;

function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function withNewIds(body: string): string {
  return body
    .replaceAll(/"mid":"[^"]*"/g, '"mid":"forged"')
    .replaceAll(/"comment_id":"[^"]*"/g, '"comment_id":"1_666"')
    .replaceAll(/Text number/g, 'Forged');
}

function replaceIds(body: string, value: unknown): string {
  const json = JSON.stringify(value);
  return body
    .replaceAll(/"(mid|comment_id|post_id)":"[^"]*"/g, (_, name: string) => `"${name}":${json}`)
    .replaceAll(/"(sender|from|recipient)":\{[^}]*\}/g, (_, name: string) => `"${name}":{"id":${json}}`);
}
