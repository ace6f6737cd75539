import { parseArgs } from 'node:util';
import { elasticmq } from '../oracles/elasticmq.ts';
import { NotHere } from '../oracles/oracle.ts';
import { clientsAt } from './clients-at.ts';
import { fuzz } from './fuzz/fuzz-run.ts';
import { parseOperationCount } from './fuzz/operations-of.ts';
import { sqsPair } from './fuzz/sqs-pair.ts';
import { told } from './fuzz/told.ts';
import { pocketAwsInProcess } from './implementation.ts';

/**
 * This runs random operations on pocket AWS and on ElasticMQ, whose answers must be the same. `-- --operations N --seed
 * S`
 */
const { values } = parseArgs({
  options: { operations: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const operations = parseOperationCount(values.operations);

try {
  elasticmq.install();
  const running = await elasticmq.start();
  try {
    const { clients, clock, close } = pocketAwsInProcess().open();
    if (!clock) throw new Error('Pocket AWS has a clock that can be driven');
    const pair = sqsPair(clients.sqs, clock, clientsAt({ sqs: running.url }).sqs);
    const report = await fuzz(pair, values.seed, operations);
    process.stdout.write(told('pocket AWS and ElasticMQ', report));
    process.exitCode = report.unexplained === undefined ? 0 : 1;
    close();
  } finally {
    await running.stop();
  }
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  process.stdout.write(`not here: ElasticMQ (needs ${elasticmq.needs}): ${error.message}\n`);
}
