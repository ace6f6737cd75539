import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';
import { localWorld } from './fuzz-api/local-world.ts';
import { realIds } from './fuzz-api/real-ids.ts';
import { withRealIds } from './fuzz-api/with-real-ids.ts';
import { NotHere } from './oracles/oracle.ts';
import { pythonEnvironment } from './oracles/python-environment.ts';

const version = '4.32.5';
const folder = resolve('.cache/fuzz-api');

/**
 * Refusals beyond a request's schema, such as the order of two thresholds or a corrected field, have no check here.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '35' }, seed: { type: 'string', default: '1' } },
});

/**
 * `npm run fuzz:api` lets schemathesis generate requests from the OpenAPI description, and checks the answers of a
 * local world against it. https://schemathesis.readthedocs.io
 */
process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  let binaries: string;
  try {
    binaries = pythonEnvironment(join(folder, `schemathesis-${version}`), `schemathesis==${version}`);
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    process.stdout.write(`The API was not fuzzed: ${error.message}.\n`);
    return 0;
  }
  const world = await localWorld();
  try {
    const { tables, personas } = world;
    const admin = personas.find(({ role, tenants }) => role === 'admin' && tenants === '*');
    if (!admin) throw new Error('The local world has no admin');
    const ids = await realIds(world.address, tables, 'northwind');
    mkdirSync(folder, { recursive: true });
    const description = 'openapi.json';
    writeFileSync(join(folder, description), JSON.stringify(withRealIds(openApiDocument(), ids)));
    return await run(join(binaries, 'schemathesis'), [
      'run',
      description,
      `--url=${world.address}/pipeline/v1`,
      `--header=Authorization:Bearer ${admin.token}`,
      `--checks=${checks.join(',')}`,
      `--max-time=${flags.seconds}`,
      `--seed=${flags.seed}`,
      // More workers may crash Python's parser: https://github.com/python/cpython/issues/106905
      '--workers=1',
      '--continue-on-failure',
      '--generation-database=none',
      '--warnings=off',
      '--no-color',
    ]);
  } finally {
    await world.stop();
  }
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((ended, failed) => {
    // It stores its own files where it runs.
    const child = spawn(command, args, { stdio: 'inherit', cwd: folder });
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}
