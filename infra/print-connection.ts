import { parseArgs } from 'node:util';
import { readConnection } from './read-connection.ts';

/** `npm run connection -- --stage staging [--profile NAME]` prints an entry for connections.json. */
const { values } = parseArgs({ options: { stage: { type: 'string' }, profile: { type: 'string' } } });
if (values.stage === undefined) {
  process.stderr.write('npm run connection -- --stage staging [--profile NAME]\n');
  process.exit(2);
}
process.stdout.write(`${JSON.stringify(await readConnection(values.stage, values.profile), undefined, 2)}\n`);
