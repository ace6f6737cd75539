import { packageProblems } from './package/package-problems.ts';

/** `tsx scripts/verify-package.ts [FOLDER]` checks the present package as `npm run package` does at its end. */
const [folder = 'dist', platform = process.platform] = process.argv.slice(2);
const problems = await packageProblems(folder, platform);
process.stdout.write(
  problems.length === 0
    ? 'The fuses are set, and app.asar holds what it should.\n'
    : `${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
