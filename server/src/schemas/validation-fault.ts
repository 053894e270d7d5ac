import { AppError } from '../kernel/errors.ts';
import { ruleInWords } from '../kernel/schema-rule.ts';
import { isJsonObject, joinPath } from '../kernel/text/json.ts';

export type Finding = { keyword: string; schemaPath: string; instancePath: string; message: string; params: object };

export type Fault = { steps: readonly string[]; message: string };

export function firstFault(faults: readonly Fault[], document: unknown): AppError {
  const ranked = faults
    .map((fault) => ({ fault, rank: rankOf(fault.steps, document) }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const first = ranked[0]?.fault;
  if (first === undefined) return new AppError('validation', 'The body does not match its schema', { param: null });
  const param = pathOf(first.steps, document);
  return new AppError('validation', `${param ?? 'The body'} ${first.message}`, { param });
}

export function toFaults(finding: Finding, schema: object): Fault[] {
  const { keyword, instancePath, params } = finding;
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required' && 'requiredProperties' in params && Array.isArray(params.requiredProperties)) {
    return params.requiredProperties.map((name) => ({ steps: [...steps, String(name)], message: 'is required' }));
  }
  // The error of the whole choice is clearer than those of its branches.
  if (keyword === 'anyOf' || keyword === 'const') return [{ steps, message: 'must be one of the allowed values' }];
  if (keyword === 'enum' && 'allowedValues' in params && Array.isArray(params.allowedValues)) {
    return [{ steps, message: `must be one of ${params.allowedValues.join(', ')}` }];
  }
  return [{ steps, message: ruleInWords(schema, finding) }];
}

/** Absent fields come last. */
function rankOf(steps: readonly string[], document: unknown): number[] {
  let value = document;
  return steps.map((step) => {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const position = keys.indexOf(step);
    value = isJsonObject(value) || Array.isArray(value) ? Reflect.get(value, step) : undefined;
    return position < 0 ? Number.MAX_SAFE_INTEGER : position;
  });
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function pathOf(steps: readonly string[], document: unknown): string | null {
  let value = document;
  let path = '';
  for (const step of steps) {
    path = joinPath(path, Array.isArray(value) ? Number(step) : step);
    value = isJsonObject(value) || Array.isArray(value) ? Reflect.get(value, step) : undefined;
  }
  return path === '' ? null : path;
}
