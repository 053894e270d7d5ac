import { enableCompileCache } from 'node:module';

// Before anything else is loaded: it halves the time our files take to start.
enableCompileCache();
const { serve } = await import('./serve.ts');
process.exitCode = await serve(process.argv.slice(2));
