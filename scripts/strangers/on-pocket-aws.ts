import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { clientsAt, closeClients } from '../conformance/clients-at.ts';
import { compareWorld, type Compared } from './compare-world.ts';
import { fakeApi, openStrangersConsole } from './open-console.ts';
import { planWorld, type WorldOptions } from './plan-world.ts';
import { plantWorld } from './plant-world.ts';
import { recordCalls } from './record-calls.ts';

const accountId = '111122223333';

export interface ComparedWorld extends Compared {
  /** `calls` counts the console's calls to DynamoDB, and `forbidden` lists those it may never make. */
  readonly calls: number;
  readonly forbidden: readonly string[];
}

/** Compares one world on pocket AWS over HTTP, from planting to the last desk. */
export async function compareOnPocketAws(options: WorldOptions): Promise<ComparedWorld> {
  const aws = pocketAws({ account: accountId, region: 'eu-west-1', seed: options.seed });
  const recorder = recordCalls();
  const asked = recorder.through(aws.dispatch);
  const server = await serveHttp(
    (request, signal) => (request.path.startsWith('/api/') ? fakeApi : asked)(request, signal),
    { port: 0 },
  );
  const clients = clientsAt({}, requestHandler(aws.dispatch));
  const address = `http://127.0.0.1:${server.port}`;
  const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'];
  const endpoints = Object.fromEntries(services.map((service) => [service, address]));
  try {
    const world = planWorld(options);
    await plantWorld(world, clients);
    const console = await openStrangersConsole(world, { accountId, endpoints, api: `${address}/api/v1` });
    try {
      const compared = await compareWorld(world, console);
      return { ...compared, calls: recorder.calls(), forbidden: recorder.forbidden() };
    } finally {
      await console.close();
    }
  } finally {
    closeClients(clients);
    await server.close();
    aws.close();
  }
}
