import { InvalidArgumentError } from 'commander';

export const plans = ['free', 'starter', 'pro', 'scale', 'self-hosted'] as const;

export function nameArgument(lengthMax: number): (text: string) => string {
  return (text) => {
    const name = text.trim();
    const { length } = [...name];
    if (length >= 1 && length <= lengthMax) return name;
    throw new InvalidArgumentError(`It must have 1 to ${lengthMax} characters.`);
  };
}

export function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}
