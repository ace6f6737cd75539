import { spawn } from 'node:child_process';
import { semiSpaceMb } from '#local/host/young-generation.ts';
import { defaultHome } from '#main/home/home-folder.ts';
import { buildIfStale } from './build-if-stale.ts';

/**
 * `npm run local` serves pocket AWS over HTTP, for any AWS client on this machine. It runs in a plain Node process,
 * which takes half the memory of this one that compiles at run time, and it ends when this one does, for whatever
 * reason.
 */
buildIfStale('production');
const flags = process.argv.slice(2);
const asked = flags.some((word) => /^--(?:home|help)(?:=|$)|^-h$/.test(word));
const home = asked ? [] : ['--home', defaultHome(process.platform, process.env)];

const young = `--max-semi-space-size=${semiSpaceMb}`;
const local = spawn(process.execPath, [young, 'out/main/local.js', ...flags, ...home], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => local.kill(signal));
}
local.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
