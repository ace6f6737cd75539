import { backupReport } from './home/backup-report.ts';

const { text, exitCode } = await backupReport(process.argv.slice(2), process.env);
(exitCode === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = exitCode;
