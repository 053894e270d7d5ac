import { enableCompileCache } from 'node:module';

// Comes before the other imports: it halves their load time.
enableCompileCache();
const { serve } = await import('./serve.ts');
// Exits without waiting, for example for a call that hangs: another worker claims its work when the lease ends.
process.exit(await serve(process.argv.slice(2)));
