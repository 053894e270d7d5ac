import { format, resolveConfig } from 'prettier';
import { table } from './table.ts';

/** What every network was put through, and how often; only a run without a failure is written down. */
export async function conformanceDocument([head = [], ...rows]: string[][]): Promise<string> {
  const file = 'docs/conformance.md';
  const text = `<!-- Written by \`npm run conformance -- --write\`: change the tests, not this file. -->

# Conformance

Each network of Herald is tried against its stand-in of the [sandbox](sandbox.md), over real HTTP and with every fault that
the sandbox knows. A number is how many guarantees were checked; a dash means that there is nothing to check. \`parrot\` is
the example network for those who add one.

${table(head, rows)}
`;
  return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}
