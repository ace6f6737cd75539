import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build-if-stale.ts';

buildIfStale('production');
await import(pathToFileURL('out/main/start.js').href);
