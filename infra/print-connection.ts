import { parseArgs } from 'node:util';
import { readConnection } from './read-connection.ts';

/** `npm run connection -- --stage staging [--profile NAME]` prints an entry for connections.json. */
try {
  const { values } = parseArgs({ options: { stage: { type: 'string' }, profile: { type: 'string' } } });
  if (values.stage === undefined)
    throw new Error('--stage is missing: npm run connection -- --stage staging');
  const connection = await readConnection(values.stage, values.profile);
  process.stdout.write(`${JSON.stringify(connection, undefined, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
