import { register } from 'tsx/esm/api';

// The worker's sources as they are, where a built one would have to be fresh to mean anything.
register();
await import('./bare-worker.ts');
