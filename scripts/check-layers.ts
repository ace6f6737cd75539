import { findViolations } from './layers/find-violations.ts';
import { listInfraPaths, readImports } from './layers/read-imports.ts';
import { rules } from './layers/rules.ts';

const rooms = ['shared', 'src-main', 'src-renderer', 'src-local', 'src-pipelines'];
const { files, imports } = readImports([...rooms, ...listInfraPaths()]);
const violations = findViolations(imports, rules);
process.stdout.write(violations.map((violation) => `${violation}\n`).join(''));
if (imports.length < files.length)
  process.stdout.write('Fewer imports than files were read; the check proves nothing.\n');
process.exitCode = violations.length > 0 || imports.length < files.length ? 1 : 0;
