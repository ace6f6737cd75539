import { buildIfStale } from './build-if-stale.ts';

/** This does not call `electron-vite build` directly, because its launcher is published without execute permission. */
buildIfStale('production');
