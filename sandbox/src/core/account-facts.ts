import { FactsError, type AccountFacts } from './platform.ts';
import { checkParameters, type Parameters, type Shape } from './wire/parameters.ts';

const faultTexts = { unknown: 'is not a fact of an account', missing: 'is missing', type: 'has the wrong type' };

/** Checks the facts of an account that the control API received; throws `FactsError`. */
export function readFacts<S extends Shape>(facts: AccountFacts, shape: S): Parameters<S> {
  const reading = checkParameters(facts, shape);
  if (reading.ok) return reading.values;
  throw new FactsError(`${reading.fault.name} ${faultTexts[reading.fault.kind]}`);
}

/** Reads names from a fixed set, such as scopes, among the facts of an account. */
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
