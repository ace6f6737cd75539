import { restoreReport } from './home/backup-report.ts';

const { text, exitCode } = await restoreReport(process.argv.slice(2), process.env);
(exitCode === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = exitCode;
