import type { PlatformReply } from '../../src/kernel/outbound/platform-http.ts';
import type { PlatformAdapter, Tokens } from '../../src/platforms/adapter.ts';

/** The two sets must not overlap. */
export type Transcript = { texts: Set<string>; secrets: Set<string> };

export function newTranscript(): Transcript {
  return { texts: new Set(), secrets: new Set() };
}

/** Page tokens are positions in lists, which the sandbox's log shows. */
const secretName = /(?<!page_?)token$|jwt$|secret$|password$/i;

/** Includes secrets that are used only once. */
export function collectSecrets(reply: PlatformReply, transcript: Transcript): void {
  if (reply.kind !== 'response') return;
  JSON.stringify(reply.json, (key, value: unknown) => {
    if (secretName.test(key) && typeof value === 'string' && value !== '') transcript.secrets.add(value);
    return value;
  });
}

export function overheard(adapter: PlatformAdapter, transcript: Transcript): PlatformAdapter {
  return overhear(adapter, transcript);
}

/** Not wrapped, because schemas contain functions. */
const plain = new Set(['options', 'limits', 'fields', 'hosts', 'settings', 'scopes', 'sandboxValues']);

function overhear<Part extends object>(part: Part, transcript: Transcript): Part {
  const heard = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (plain.has(name)) return [name, value];
    if (typeof value === 'function') return [name, listening(value as AnyFunction, transcript)];
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isPart ? overhear(value, transcript) : value];
  });
  return Object.fromEntries(heard) as Part;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

function listening(original: AnyFunction, transcript: Transcript): AnyFunction {
  return (...args) => {
    try {
      const result = original(...args);
      if (!(result instanceof Promise)) return note(transcript, result);
      return result.then(
        (value: unknown) => note(transcript, value),
        (error: unknown) => thrown(transcript, error),
      );
    } catch (error) {
      return thrown(transcript, error);
    }
  };
}

function note(transcript: Transcript, value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key !== 'tokens' || inner === null) return inner;
    const { accessToken, refreshToken } = inner as Tokens;
    transcript.secrets.add(accessToken);
    if (refreshToken !== undefined) transcript.secrets.add(refreshToken);
    return undefined;
  }) as string | undefined;
  if (text !== undefined) transcript.texts.add(text);
  return value;
}

function thrown(transcript: Transcript, error: unknown): never {
  transcript.texts.add(error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error));
  throw error;
}
