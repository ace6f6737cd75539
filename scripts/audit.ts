import { defaultHome } from '#main/home/home-folder.ts';
import { auditReport } from './audit/audit-report.ts';

const { text, exitCode } = await auditReport(
  process.argv.slice(2),
  defaultHome(process.platform, process.env),
);
(exitCode === 2 ? process.stderr : process.stdout).write(text);
process.exitCode = exitCode;
