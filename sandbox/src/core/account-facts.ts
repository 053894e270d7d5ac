import { FactsError, type AccountFacts } from './platform.ts';
import { checkParameters, type Parameters, type Shape } from './wire/parameters.ts';

const faultTexts = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

export function readFacts<S extends Shape>(facts: AccountFacts, shape: S): Parameters<S> {
  const reading = checkParameters(facts, shape);
  if (reading.ok) return reading.values;
  throw new FactsError(`${reading.fault.name} ${faultTexts[reading.fault.kind]}`);
}

export function readNames(
  names: readonly unknown[] | undefined,
  known: readonly string[],
  what: string,
): string[] | undefined {
  const texts = names?.map(String);
  const unknown = texts?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new FactsError(`${unknown} is not ${what}`);
  return texts;
}
