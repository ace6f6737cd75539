import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { openConsole } from '#main/compose/open-console.ts';
import type { Caller } from '#main/gate/gate.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { StrangersWorld } from './world.ts';

const page: Caller = { trusted: true, host: 'browser', id: 'strangers' };

/** Locates a world: an address for each service, and one for its pipeline API. */
export interface Place {
  readonly accountId: string;
  readonly endpoints: NonNullable<Connection['aws']['endpoints']>;
  readonly api: string;
}

/** Reaches the console as a page does, through the gate. */
export interface StrangersConsole {
  call<N extends OperationName>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>>;
  /** Listens until a pushed value is as wanted; fails when that takes longer than `mostMs`. */
  until<N extends OperationName>(
    operation: N,
    input: InputOf<N>,
    isSo: (value: OutputOf<N>) => boolean,
    mostMs?: number,
  ): Promise<OutputOf<N>>;
  close(): Promise<void>;
}

/** The environment must hold this for `openStrangersConsole`. */
export const strangersEnvironment = {
  AWS_ACCESS_KEY_ID: 'AKIASTRANGERS0000000',
  AWS_SECRET_ACCESS_KEY: 'a-key-of-no-account',
  SLUICE_STRANGERS_TOKEN: 'token-of-a-stranger',
} as const;

/** Opens a whole console on a connection that names each part of the deployment and follows no convention of ours. */
export async function openStrangersConsole(
  { names }: Pick<StrangersWorld, 'names'>,
  { accountId, endpoints, api }: Place,
): Promise<StrangersConsole> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-strangers-'));
  mkdirSync(home, { recursive: true });
  const { jobsTable, batchesTable, ...extraction } = names;
  const connection: Connection = {
    id: 'strangers',
    name: 'Strangers',
    environment: 'development',
    aws: { region: 'eu-west-1', accountId, profile: { fromEnvironment: true }, endpoints },
    pipelineApi: { baseUrl: api, auth: { kind: 'bearer', tokenFromEnvironment: 'SLUICE_STRANGERS_TOKEN' } },
    extraction,
    downloads: { jobsTable, batchesTable },
  };
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  const opened = await openConsole({ host: 'browser', home, connection: connection.id, version: '0' });
  let keys = 0;

  const untilSo: StrangersConsole['until'] = (operation, input, isSo, mostMs = 60_000) =>
    new Promise((resolve, reject) => {
      let stop: (() => void) | undefined;
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        settle();
        // The first answer may come before there is anything to stop.
        setImmediate(() => stop?.());
      };
      let last: unknown;
      const timer = setTimeout(
        () =>
          end(() =>
            reject(new Error(`${operation} never came to an end: ${JSON.stringify(last)?.slice(0, 400)}`)),
          ),
        mostMs,
      );
      const watching = opened.gate.watch(page, { operation, input }, (result) => {
        if (!result.ok) {
          end(() => reject(new Error(`${operation} was refused: ${JSON.stringify(result.failure)}`)));
          return;
        }
        last = result.value;
        if (isSo(result.value as Parameters<typeof isSo>[0])) {
          end(() => resolve(result.value as Parameters<typeof isSo>[0]));
        }
      });
      if (watching.ok) stop = () => watching.value.stop();
      else end(() => reject(new Error(`${operation} was refused: ${JSON.stringify(watching.failure)}`)));
    });

  const console_: StrangersConsole = {
    async call(operation, input) {
      keys += 1;
      const request = { operation, input, idempotencyKey: `key-of-a-stranger-${keys}` };
      return (await opened.gate.call(page, request)) as Awaited<
        ReturnType<StrangersConsole['call']>
      > as never;
    },
    until: untilSo,
    async close() {
      await opened.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  await untilSo('session.watch', {}, (session: Session) => session.who?.role === 'admin');
  return console_;
}

/** Imitates only the part of a pipeline API that says who a person is, and changes nothing. */
export const fakeApi: Dispatch = ({ method, path }) => {
  const at = new Date().toISOString();
  if (method === 'GET' && path.endsWith('/me')) {
    return answer(200, { sub: 'user-ada', name: 'Ada', role: 'admin', tenants: '*' });
  }
  if (method === 'GET' && path.endsWith('/health')) return answer(200, { status: 'ok', at });
  if (method === 'GET' && path.endsWith('/audit')) return answer(200, { anchors: [] });
  if (method === 'POST' && path.endsWith('/audit')) return answer(201, { anchoredAt: at });
  return answer(404, { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' });
};

function answer(status: number, body: object): ReturnType<Dispatch> {
  return Promise.resolve({
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    body: JSON.stringify(body),
  });
}
