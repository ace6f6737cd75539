import { forTestsNote, packageProblems } from './package/package-problems.ts';

/**
 * `tsx scripts/verify-package.ts [FOLDER] [PLATFORM]` checks the present package as `npm run package` does at its end.
 * A package for tests passes only with `--for-tests`.
 */
const given = process.argv.slice(2);
const [folder = 'dist', platform = process.platform] = given.filter((argument) => argument !== '--for-tests');
const note = await forTestsNote(folder, platform);
const problems = [
  ...(note === undefined || given.includes('--for-tests') ? [] : ['it must not be passed on']),
  ...(await packageProblems(folder, platform)),
];
if (note !== undefined) process.stdout.write(`${note}\n`);
process.stdout.write(
  problems.length === 0
    ? 'The fuses are set, and app.asar holds what it should.\n'
    : `${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
