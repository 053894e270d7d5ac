import type { Suite } from '../harness/case.ts';
import { ssrfSuite } from './ssrf/index.ts';
import { tokensSuite } from './tokens/index.ts';
import { webhooksSuite } from './webhooks/index.ts';

/** Every suite there is. */
export const suites: readonly Suite[] = [webhooksSuite, ssrfSuite, tokensSuite];
