import { pathToFileURL } from 'node:url';
import { defaultHome } from '#main/home/home-folder.ts';
import { buildIfStale } from './build-if-stale.ts';

/** `npm run local`: pocket AWS over HTTP, for any AWS client on this machine. */
buildIfStale('production');
const asked = process.argv.slice(2).some((word) => /^--(?:home|help)(?:=|$)|^-h$/.test(word));
if (!asked) process.argv.push('--home', defaultHome(process.platform, process.env));
await import(pathToFileURL('out/main/local.js').href);
