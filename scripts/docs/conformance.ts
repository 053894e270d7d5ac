import { format, resolveConfig } from 'prettier';
import { table } from './table.ts';

/** Written only after a run without failures. */
export async function conformanceDocument([head = [], ...rows]: string[][]): Promise<string> {
  const file = 'docs/conformance.md';
  const text = `<!-- Written by \`npm run conformance -- --write\`: change the tests, not this file. -->

# Conformance

Run \`npm run conformance\` to test the adapter of every platform against its stand-in in the [sandbox](sandbox.md), over real
HTTP and with every fault that the sandbox can simulate. A number is the count of checked guarantees; a dash means that
there is nothing to check. \`parrot\` is the example platform for contributors who add one.

${table(head, rows)}
`;
  return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}
