// Points git at the committed hooks. Runs on whatever Node npm has, and must not fail outside a git checkout.
import { spawnSync } from 'node:child_process';

spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' });
