import { spawnSync } from 'node:child_process';

/** These checks take longer than a change should wait for. Each part reports what it could not run. */
const parts = [
  'npm run fuzz:dynamodb -- --operations 50000',
  'npm run fuzz:sqs -- --operations 20000',
  'npm run fuzz:api',
  'npm run strangers -- --worlds 20',
  'npm run bench',
  'npm run pictures',
];

const failed = parts.filter((command) => {
  process.stdout.write(`\n== ${command}\n`);
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0;
});
process.stdout.write(failed.length === 0 ? '\nAll parts passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
