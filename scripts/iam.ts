import { defaultHome } from '#main/home/home-folder.ts';
import { writePolicy } from './iam/write-policy.ts';

/**
 * `npm run -s iam -- --connection ID --role R` writes the policy alone to standard output, and notes about it to
 * standard error.
 */
const { text, says, exitCode } = writePolicy(process.argv.slice(2), {
  home: defaultHome(process.platform, process.env),
});
process.stderr.write(says.map((line) => `${line}\n`).join(''));
process.stdout.write(text);
process.exitCode = exitCode;
