import { execFileSync } from 'node:child_process';
import { elasticmq } from '#scripts/oracles/elasticmq.ts';
import { built } from '#test/bench/measured-by.ts';
elasticmq.install();
const running = await elasticmq.start();
try {
  await built('redrive-consumer');
  const p = await built('measure-redrive-whole');
  console.log(execFileSync(process.execPath, ['--no-warnings', '--cpu-prof', '--cpu-prof-dir=/tmp/prof', p, running.url, process.argv[2] ?? '1'], {encoding:'utf8'}));
} finally { await running.stop(); }
