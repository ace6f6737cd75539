import { defaultHome } from '#main/home/home-folder.ts';
import { writePolicy } from './iam/write-policy.ts';

/** `npm run -s iam -- --connection ID --role R`: the policy alone on standard output, what to know about it beside. */
const { text, says, exitCode } = writePolicy(process.argv.slice(2), {
  home: defaultHome(process.platform, process.env),
});
process.stderr.write(says.map((line) => `${line}\n`).join(''));
process.stdout.write(text);
process.exitCode = exitCode;
