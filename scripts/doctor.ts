import { doctorReport } from './home/doctor-report.ts';

const { text, exitCode } = await doctorReport(process.argv.slice(2), process.env);
(exitCode === 2 ? process.stderr : process.stdout).write(text);
process.exitCode = exitCode;
