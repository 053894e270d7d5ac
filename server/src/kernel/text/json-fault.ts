type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'end';

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;
const literals = ['true', 'false', 'null'];
const hexDigits = /^[0-9a-fA-F]{4}$/;

/** `JSON.parse` reports no position for most errors. Linear and without recursion, because the text is hostile. */
export function describeJsonFault(text: string): string | undefined {
  const offset = faultOffset(text);
  if (offset === undefined) return undefined;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const line = countLines(text, lineStart);
  return `line ${line}, column ${offset - lineStart + 1}: ${describeCharacter(text.codePointAt(offset))}`;
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** ASCII only, because it is sent in a header. */
function describeCharacter(codePoint: number | undefined): string {
  if (codePoint === undefined) return 'the JSON ends too early';
  if (codePoint > 0x20 && codePoint < 0x7f) return `unexpected ${String.fromCodePoint(codePoint)}`;
  return `unexpected character U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the text's length if the JSON ends too early. */
function faultOffset(text: string): number | undefined {
  const containers: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    if (at === text.length) return expected === 'end' ? undefined : at;
    const step = readToken(text, at, { expected, containers });
    if ('fault' in step) return step.fault;
    at = step.next;
    expected = step.expected;
  }
}

type State = { expected: Expected; containers: ('{' | '[')[] };
type Step = { next: number; expected: Expected } | { fault: number };

function readToken(text: string, at: number, { expected, containers }: State): Step {
  const sign = text.charAt(at);
  if (isClosing(sign, expected, containers)) {
    containers.pop();
    return { next: at + 1, expected: afterValue(containers) };
  }
  switch (expected) {
    case 'value':
    case 'valueOrEnd':
      return readValue(text, at, containers);
    case 'key':
    case 'keyOrEnd':
      return sign === '"' ? readString(text, at, 'colon') : { fault: at };
    case 'colon':
      return sign === ':' ? { next: at + 1, expected: 'value' } : { fault: at };
    case 'commaOrEnd':
      return sign === ',' ? { next: at + 1, expected: nextMember(containers) } : { fault: at };
    case 'end':
      return { fault: at };
  }
}

function nextMember(containers: State['containers']): Expected {
  return containers.at(-1) === '{' ? 'key' : 'value';
}

function isClosing(sign: string, expected: Expected, containers: State['containers']): boolean {
  const container = containers.at(-1);
  if (sign === '}') return container === '{' && (expected === 'keyOrEnd' || expected === 'commaOrEnd');
  return sign === ']' && container === '[' && (expected === 'valueOrEnd' || expected === 'commaOrEnd');
}

function afterValue(containers: State['containers']): Expected {
  return containers.length === 0 ? 'end' : 'commaOrEnd';
}

function readValue(text: string, at: number, containers: State['containers']): Step {
  const sign = text.charAt(at);
  if (sign === '{' || sign === '[') {
    containers.push(sign);
    return { next: at + 1, expected: sign === '{' ? 'keyOrEnd' : 'valueOrEnd' };
  }
  const expected = afterValue(containers);
  if (sign === '"') return readString(text, at, expected);
  const literal = literals.find((one) => text.startsWith(one, at));
  if (literal !== undefined) return { next: at + literal.length, expected };
  number.lastIndex = at;
  return number.test(text) ? { next: number.lastIndex, expected } : { fault: at };
}

function readString(text: string, start: number, expected: Expected): Step {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') return { next: at + 1, expected };
    if (sign < ' ') return { fault: at };
    if (sign !== '\\') continue;
    const length = escapeLength(text, at);
    if (length === 0) return { fault: at };
    at += length - 1;
  }
  return { fault: text.length };
}

/** 0 for an escape that JSON does not have. */
function escapeLength(text: string, at: number): number {
  const sign = text.charAt(at + 1);
  if (sign === 'u') return hexDigits.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return sign !== '' && '"\\/bfnrt'.includes(sign) ? 2 : 0;
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}
