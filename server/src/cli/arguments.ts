import { InvalidArgumentError } from 'commander';

export const plans = ['free', 'starter', 'pro', 'scale', 'self-hosted'] as const;

/** A text of one to `lengthMax` characters, without white space at its ends. */
export function nameArgument(lengthMax: number): (text: string) => string {
  return (text) => {
    const name = text.trim();
    const { length } = [...name];
    if (length >= 1 && length <= lengthMax) return name;
    throw new InvalidArgumentError(`It must have 1 to ${lengthMax} characters.`);
  };
}

/** For options that may be given several times. */
export function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}
