#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runCommandLine } = await import('./run.ts');
process.exitCode = await runCommandLine(process.argv);
