// JavaScript, because the compile cache must be on before Node reads TypeScript: on a warm start it then never loads its
// compiler for TypeScript, which takes 15 MB.
import { enableCompileCache } from 'node:module';

// Halves the load time of the other modules.
enableCompileCache();
const { serve } = await import('./serve.ts');
// Exits without waiting, for example for a call that hangs: another worker claims its work when the lease ends.
process.exit(await serve(process.argv.slice(2)));
