// The entry of the standalone sandbox. What node has compiled is kept between starts, which halves the next one.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./main.ts');
