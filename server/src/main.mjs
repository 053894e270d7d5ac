// JavaScript, because the compile cache must be on before Node reads TypeScript: on a warm start, Node then never loads its
// TypeScript compiler, which takes 15 MB.
import { enableCompileCache } from 'node:module';

// Halves the load time of the other modules.
enableCompileCache();
const { serve } = await import('./serve.ts');
// Does not wait for calls that hang: another worker claims the work when the lease ends.
process.exit(await serve(process.argv.slice(2)));
