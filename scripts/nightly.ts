import { spawnSync } from 'node:child_process';

/** These checks take longer than a change should wait for. Each part reports what it could not run. */
const parts = [
  // These tests repeat themselves less often in `npm test`.
  'npx vitest run test/integration/src-main/strangers test/integration/src-main/dead-letters test/integration/src-main/jobs/crash test/integration/src-main/faults test/integration/src-main/home test/integration/src-pipelines/api/next-document-race.test.ts test/unit/src-main/jobs/damaged-journal.test.ts',
  'npm run conformance -- --compare --check',
  // Answers recorded on AWS, where this machine has them.
  'npx tsx scripts/recorded-answers.ts',
  'npm run fuzz:dynamodb -- --operations 50000',
  'npm run fuzz:sqs -- --operations 20000',
  'npm run fuzz:api',
  'npm run strangers -- --worlds 20',
  'npm run desktop:smoke',
  // An hour on the clock.
  'npm run desktop:hour',
  'npm run package:try',
  'npm run package:twice',
  'npm run bench',
  'npm run pictures',
];

const env = { ...process.env, SLUICE_RUNS: 'long' };
const failed = parts.filter((command) => {
  process.stdout.write(`\n== ${command}\n`);
  return spawnSync(command, { shell: true, stdio: 'inherit', env }).status !== 0;
});
process.stdout.write(failed.length === 0 ? '\nAll parts passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
