import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noFindings, type Case } from '../../harness/case.ts';
import { checkout } from '../../harness/programs/supervisor.ts';

const patterns: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/,
  'an AWS access key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  'a Slack token': /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  'a Stripe key': /\b[rs]k_live_[0-9A-Za-z]{20,}/,
  'a Google key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a Telegram bot token': /\b\d{8,10}:AA[0-9A-Za-z_-]{33}\b/,
  'a Meta access token': /\bEAA[0-9A-Za-z]{60,}/,
  'an npm token': /\bnpm_[0-9A-Za-z]{36}\b/,
  'an API key of Herald': /\bhrd_live_(?!(.)\1{63})[0-9a-f]{64}\b/,
  'a password in a URL':
    /\b(?:postgres(?:ql)?|https?|redis|amqp):\/\/[\w.-]+:(?!\$|<|password|secret|herald|user|pw)[^\s:@/'"`{}]{8,}@[\w.-]+/,
};

const testSecrets: Readonly<Record<string, string>> = {
  'server/src/kernel/outbound/tls.test.ts': 'a private key',
  'e2e/external-database.test.ts': 'a password in a URL',
};

const skipped = new Set(['node_modules', '.git', 'reports', 'data']);
const binary = /\.(?:png|jpe?g|gif|ico|mp4|webp|woff2?|gz|zip|sqlite)$/;

export const scanSecrets: Case = {
  id: 'scan-secrets',
  about: 'Searches every file of the checkout for keys, tokens and passwords; there are none.',
  run: async () => {
    const findings = noFindings();
    const files = filesIn(checkout);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      for (const [name, pattern] of Object.entries(patterns)) {
        const match = pattern.exec(text);
        const path = file.slice(checkout.length + 1);
        if (match === null || testSecrets[path] === name) continue;
        const line = text.slice(0, match.index).split('\n').length;
        findings.faults.push(`${path}:${line} contains ${name}`);
      }
    }
    if (files.length < 500) findings.faults.push(`only ${files.length} files were searched`);
    findings.counts = { files: files.length, patterns: Object.keys(patterns).length };
    return findings;
  },
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name) || entry.isSymbolicLink()) return [];
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() && !binary.test(entry.name) ? [path] : [];
  });
}
