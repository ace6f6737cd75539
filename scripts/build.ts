import { buildIfStale } from './build-if-stale.ts';

/** Not `electron-vite build` directly: its launcher is published without the right to run. */
buildIfStale('production');
