import { faultText } from '../../boot/fault-text.ts';
import { adapters } from '../../platforms/registry.ts';
import { withDatabase } from '../../boot/with-database.ts';
import { listAppProblems } from '../../domain/posts/list-app-problems.ts';
import type { Finding } from './finding.ts';

export async function checkAppProblems(databaseUrl: string): Promise<Finding[]> {
  try {
    const problems = await withDatabase(databaseUrl, listAppProblems);
    if (problems.length === 0)
      return [{ level: 'ok', check: 'apps', message: 'no platform refused your app in the last 24 hours' }];
    return problems.map(({ platform, targetCount, latestAt, message }) => ({
      level: 'warning',
      check: 'apps',
      message:
        `${labelOf(platform)} refused your app for ${targetCount} ${targetCount === 1 ? 'post' : 'posts'} in the last 24 hours, ` +
        `latest at ${latestAt.toISOString()}: "${message}". Check the app's credentials, access level, review and quota ` +
        `in the developer console of ${labelOf(platform)}, then retry the posts with POST /v1/posts/{postId}/retry`,
    }));
  } catch (error) {
    return [{ level: 'fault', check: 'apps', message: faultText(error) }];
  }
}

function labelOf(platform: string): string {
  return adapters.find(({ name }) => name === platform)?.label ?? platform;
}
