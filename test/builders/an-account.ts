import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { serveHttp } from '#local/aws/serve-http.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { MovableClock } from '#local/world/clock.ts';
import { openConsole, type ConsoleOptions } from '#main/compose/open-console.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConnection } from './a-connection.ts';
import { trusted } from './a-gate.ts';
import { aHome } from './a-home.ts';
import { aSandbox } from './a-sandbox.ts';

interface AccountOptions {
  readonly answerFirst?: Dispatch;
  /** Defaults to a clock that stands still in the past. */
  readonly clock?: MovableClock;
}

/** Opens an account on this machine, with AWS and the pipeline API over HTTP, and records its requests. */
export async function anAccount({ answerFirst, clock }: AccountOptions = {}) {
  const world = await aSandbox({
    account: '111122223333',
    region: 'eu-west-1',
    ...(clock !== undefined && { clock }),
  });
  const { answer } = serveSandbox(world.sandbox);
  const asked: Parameters<Dispatch>[0][] = [];
  const dispatch: Dispatch = (request, signal) => {
    asked.push(request);
    return (answerFirst ?? answer)(request, signal);
  };
  const server = await serveHttp(dispatch, { port: 0 });
  onTestFinished(() => server.close());
  const address = `http://127.0.0.1:${server.port}`;
  const { body } = await world.ask('GET', '/_local/world');
  const { personas } = body as { personas: readonly { id: string; token: string }[] };
  const endpoints = Object.fromEntries(
    ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts', 'ce'].map((service) => [service, address]),
  );
  return {
    world,
    answer,
    address,
    /** Lists every request so far, including those that were refused. */
    asked,
    tokenOf: (id: string) => personas.find((one) => one.id === id)?.token ?? '',
    connection: (change: Partial<Connection> = {}): Connection =>
      aConnection({
        stage: 'sandbox',
        aws: {
          region: 'eu-west-1',
          accountId: '111122223333',
          profile: { fromEnvironment: true },
          endpoints,
        },
        pipelineApi: {
          baseUrl: `${address}/pipeline/v1`,
          auth: { kind: 'bearer', tokenFromEnvironment: 'SLUICE_TEST_TOKEN' },
        },
        ...change,
      }),
  };
}

/** Opens a console on this connection, with keys of the account in its environment. */
export async function aConsoleOn(connection: Connection, more: Partial<ConsoleOptions> = {}) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE111111111');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-the-account');
  const home = aHome();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: connection.id,
    version: '0',
    ...more,
  });
  onTestFinished(() => opened.close());
  let keys = 0;

  async function call<N extends OperationName>(
    operation: N,
    input: InputOf<N>,
  ): Promise<Result<OutputOf<N>>> {
    keys += 1;
    const request = { operation, input, idempotencyKey: `key-of-test-${keys}` };
    return (await opened.gate.call(trusted, request)) as Result<OutputOf<N>>;
  }

  /** Watches the session, as a page does, until it is in the wanted state. */
  function until(isSo: (session: Session) => boolean): Promise<Session> {
    return new Promise((resolve) => {
      let stop = (): void => undefined;
      const watching = opened.gate.watch(trusted, { operation: 'session.watch', input: {} }, (result) => {
        if (!result.ok || !isSo(result.value as Session)) return;
        resolve(result.value as Session);
        setImmediate(() => stop());
      });
      if (watching.ok) stop = () => watching.value.stop();
    });
  }
  return { home, opened, call, until };
}
