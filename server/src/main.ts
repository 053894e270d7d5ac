import { enableCompileCache } from 'node:module';

// Before anything else is loaded: it halves the time our files take to start.
enableCompileCache();
const { serve } = await import('./serve.ts');
// What is left behind by now, such as a call that hangs, is found again by its lease and must not delay the end.
process.exit(await serve(process.argv.slice(2)));
