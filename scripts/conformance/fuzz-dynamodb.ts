import { parseArgs } from 'node:util';
import { dynamodbLocal } from '../oracles/dynamodb-local.ts';
import { dynoxide } from '../oracles/dynoxide.ts';
import { NotHere } from '../oracles/oracle.ts';
import { clientsAt } from './clients-at.ts';
import { dynamodbPair } from './fuzz/dynamodb-pair.ts';
import { fuzz } from './fuzz/fuzz-run.ts';
import { parseOperationCount } from './fuzz/operations-of.ts';
import { dynamodbLocalKnown, dynoxideKnown } from './fuzz/known-of-dynamodb.ts';
import { told } from './fuzz/told.ts';
import { pocketAwsInProcess } from './implementation.ts';

/**
 * This runs random operations on pocket AWS and on another DynamoDB, whose answers must be the same. `-- --against
 * dynoxide | dynamodb-local --operations N --seed S`
 */
const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'dynoxide' },
    operations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const others = {
  dynoxide: { oracle: dynoxide, known: dynoxideKnown },
  'dynamodb-local': { oracle: dynamodbLocal, known: dynamodbLocalKnown },
};
const operations = parseOperationCount(values.operations);
if (!isKnown(values.against)) {
  throw new Error(`--against expects ${Object.keys(others).join(' or ')}, got "${values.against}".`);
}
const other = others[values.against];

try {
  other.oracle.install();
  const running = await other.oracle.start();
  try {
    const ours = pocketAwsInProcess().open();
    const theirs = clientsAt({ dynamodb: running.url });
    const pair = dynamodbPair(ours.clients.dynamodb, theirs.dynamodb, other.known);
    const report = await fuzz(pair, values.seed, operations);
    process.stdout.write(told(`pocket AWS and ${other.oracle.name}`, report));
    process.exitCode = report.unexplained === undefined ? 0 : 1;
    ours.close();
  } finally {
    await running.stop();
  }
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  process.stdout.write(`not here: ${other.oracle.name} (needs ${other.oracle.needs}): ${error.message}\n`);
}

function isKnown(against: string): against is keyof typeof others {
  return Object.hasOwn(others, against);
}
