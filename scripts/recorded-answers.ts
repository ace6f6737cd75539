import { spawnSync } from 'node:child_process';
import { accountRegion, serveLocal } from './serve-local.ts';
import { buildIfStale } from './build-if-stale.ts';

/**
 * Compares pocket AWS with answers that were recorded on AWS. The recordings are not part of this repository:
 * SLUICE_RECORDED_ANSWERS names the program that has them. It takes an address and perhaps a list of cases, and ends with
 * another code than 0 where an answer differs.
 */
process.exitCode = await compareAnswers(process.env['SLUICE_RECORDED_ANSWERS']);

async function compareAnswers(program: string | undefined): Promise<number> {
  if (program === undefined || program === '') {
    process.stdout.write(
      '*** NOT COMPARED: SLUICE_RECORDED_ANSWERS names no program with recorded answers.\n',
    );
    return 0;
  }
  buildIfStale('test');
  const account = await serveLocal();
  try {
    const { status } = spawnSync(program, [account.address, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, REGION: accountRegion },
    });
    return status ?? 1;
  } finally {
    await account.stop();
  }
}
