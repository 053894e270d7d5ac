import { statfs } from 'node:fs/promises';
import { ConfigFaults, processEnvironment, readConfig, type ReadConfig } from '../../boot/config.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { checkPooler } from '../../db/pooler-check.ts';
import { readServerFacts, serverFaults } from '../../db/server-check.ts';
import { realClock } from '../../kernel/time/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { checkout, joinDatabase, type OpenDatabase } from '../../boot/open-database.ts';
import { hasSecrets, openVault } from '../../boot/open-vault.ts';
import { faultText } from '../../boot/fault-text.ts';
import { checkAppProblems } from './app-problem-check.ts';
import type { Finding } from './finding.ts';
import { checkHeld } from './held-check.ts';
import { checkPlatforms } from './platform-checks.ts';
import { checkStorage } from './storage-check.ts';
import { checkVideo } from './video-check.ts';

const clockSkewMsMax = 5000;
const freeBytesMin = 2e9;
const freeShareMin = 0.1;

export async function runChecks(): Promise<Finding[]> {
  const settings = checkSettings();
  const findings = [...settings.findings];
  if (settings.read === undefined) return findings;
  findings.push(...checkPlatforms(settings.read));
  let dataFolder: string | undefined;
  try {
    const holderName = `herald doctor (pid ${process.pid})`;
    const database = await joinDatabase({ ...settings.read, log: createLog('silent'), holderName });
    dataFolder = database.dataFolder;
    try {
      findings.push(...(await checkDatabase(database)), ...(await checkConnectionPooler(database)));
      findings.push(await checkSecrets(settings.read, database));
      if ((await checkSchema(database)).level === 'ok') {
        findings.push(await checkHeld(database.directUrl), ...(await checkAppProblems(database.directUrl)));
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    findings.push({ level: 'fault', check: 'database', message: faultText(error) });
  }
  findings.push(await checkStorage(settings.read), await checkDisk(dataFolder ?? checkout), checkVideo(settings.read));
  return findings;
}

function checkSettings(): { findings: Finding[]; read?: ReadConfig } {
  try {
    const read = readConfig(processEnvironment());
    const findings: Finding[] = read.warnings.map((message) => ({ level: 'warning', check: 'settings', message }));
    const { publicUrl, env } = read.config;
    if (env === 'production' && publicUrl?.startsWith('http://') === true) {
      const message = `HERALD_PUBLIC_URL is ${publicUrl}: API keys travel in clear text. Put a proxy with HTTPS in front of Herald`;
      findings.push({ level: 'warning', check: 'settings', message });
    }
    if (findings.length === 0) findings.push({ level: 'ok', check: 'settings', message: `all valid (${env})` });
    return { findings, read };
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error;
    const findings = error.faults.map((message): Finding => ({ level: 'fault', check: 'settings', message }));
    const warnings = error.warnings.map((message): Finding => ({ level: 'warning', check: 'settings', message }));
    return { findings: [...findings, ...warnings] };
  }
}

async function checkDatabase(database: OpenDatabase): Promise<Finding[]> {
  const facts = await readServerFacts(database.directUrl);
  const skewMs = Math.abs(realClock.now().getTime() - facts.databaseTime.getTime());
  const faults = serverFaults(facts, true);
  const where = database.dataFolder === undefined ? 'DATABASE_URL' : `embedded in ${database.dataFolder}`;
  return [
    { level: 'ok', check: 'database', message: `PostgreSQL ${facts.version} is reachable (${where})` },
    faults.length === 0
      ? { level: 'ok', check: 'durability', message: 'fsync, synchronous_commit and full_page_writes are on' }
      : { level: 'fault', check: 'durability', message: faults.join(' ') },
    await checkSchema(database),
    skewMs <= clockSkewMsMax
      ? { level: 'ok', check: 'clock', message: `${skewMs} ms from the clock of the database` }
      : {
          level: 'warning',
          check: 'clock',
          message: `${Math.round(skewMs / 1000)} s from the clock of the database: synchronize both with NTP`,
        },
  ];
}

async function checkConnectionPooler({ url, directUrl }: OpenDatabase): Promise<Finding[]> {
  if (url === directUrl) return [];
  // Faults keep the database from being opened.
  const { warnings } = await checkPooler(url, directUrl);
  if (warnings.length > 0) return warnings.map((message) => ({ level: 'warning', check: 'pooler', message }));
  return [{ level: 'ok', check: 'pooler', message: 'prepared statements and timeouts work through DATABASE_URL' }];
}

async function checkSchema(database: OpenDatabase): Promise<Finding> {
  try {
    const pending = await pendingMigrations(database.directUrl);
    return pending.length === 0
      ? { level: 'ok', check: 'schema', message: 'up to date' }
      : {
          level: 'warning',
          check: 'schema',
          message: `${pending.length} pending migrations: run herald migrate or npm start`,
        };
  } catch (error) {
    return { level: 'fault', check: 'schema', message: faultText(error) };
  }
}

/** Never creates keys. */
async function checkSecrets(read: ReadConfig, database: OpenDatabase): Promise<Finding> {
  const log = createLog('silent');
  try {
    if (!(await hasSecrets({ database, log })))
      return { level: 'ok', check: 'secrets', message: 'nothing is sealed yet' };
    await openVault({ ...read, log, database });
    return { level: 'ok', check: 'secrets', message: 'the keys can decrypt the secrets in the database' };
  } catch (error) {
    return { level: 'fault', check: 'secrets', message: faultText(error) };
  }
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const share = bavail / blocks;
  const text = `${(freeBytes / 1e9).toFixed(1)} GB free (${Math.round(share * 100)} %) on the disk of ${folder}`;
  return freeBytes >= freeBytesMin && share >= freeShareMin
    ? { level: 'ok', check: 'disk', message: text }
    : { level: 'warning', check: 'disk', message: `${text}: free some space, because a full disk stops PostgreSQL` };
}
