import { onTestFinished, vi } from 'vitest';
import { serveHttp } from '#local/aws/serve-http.ts';
import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { connectionAccess } from '#main/aws/connection-access.ts';
import { checkHandlers, type CheckTimes } from '#main/features/connections/check-handlers.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { checkReportSchema, type CheckReport } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { readOperation } from './denying.ts';

export interface Sent {
  /** The action has the form "dynamodb:Query". */
  readonly action: string;
  readonly body: string;
}

type Meddle = (request: WireRequest, action: string) => WireResponse | Promise<WireResponse> | undefined;

/**
 * Serves the sandbox on a socket as an account for connections.json, and records every request sent to it.
 */
export async function aCheckedAccount() {
  const world = await aSandbox({ account: '111122223333', region: 'eu-west-1' });
  const { answer } = serveSandbox(world.sandbox);
  const sent: Sent[] = [];
  let meddle: Meddle = () => undefined;
  const server = await serveHttp(
    async (request, signal) => {
      const action = readOperation(request);
      sent.push({ action, body: Buffer.from(request.body).toString('utf8') });
      return (await meddle(request, action)) ?? answer(request, signal);
    },
    { port: 0 },
  );
  onTestFinished(() => server.close());
  const address = `http://127.0.0.1:${server.port}`;
  const { body } = await world.ask('GET', '/_local/world');
  const { personas } = body as { personas: readonly { id: string; token: string }[] };
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIACHECKCHECKCHECK1');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-the-test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const everywhere = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'] as const;

  return {
    world,
    sent,
    address,
    meddle(next: Meddle) {
      meddle = next;
    },
    /** Checks as a person of the sandbox, or as one whom the API does not know. */
    async check(
      change: {
        readonly as?: string | null;
        readonly connection?: Partial<Connection>;
        readonly aws?: Partial<Connection['aws']>;
        readonly times?: Partial<CheckTimes>;
      } = {},
    ): Promise<CheckReport> {
      const { as = 'admin' } = change;
      const token = personas.find(({ id }) => id === as)?.token ?? '';
      const connection: Connection = {
        id: 'checked',
        name: 'Checked',
        environment: 'staging',
        stage: 'sandbox',
        aws: {
          region: 'eu-west-1',
          accountId: '111122223333',
          profile: { fromEnvironment: true },
          endpoints: Object.fromEntries(everywhere.map((service) => [service, address])),
          ...change.aws,
        },
        ...(as !== null && {
          pipelineApi: {
            baseUrl: `${address}/pipeline/v1`,
            auth: { kind: 'bearer', tokenFromEnvironment: 'THE_TOKEN' },
          },
        }),
        ...change.connection,
      };
      const systems = Object.values(catalogue);
      const access = connectionAccess({
        file: { connections: [connection] },
        openSandbox: undefined,
        systems,
        apiHost: { environment: { THE_TOKEN: token } },
      });
      const handlers = checkHandlers({
        file: { file: 'connections.json', connections: [connection], problems: [] },
        access,
        systems,
        times: {
          now: Date.now,
          elapsed: () => performance.now(),
          sleep: () => Promise.resolve(),
          // A slow answer here comes from a busy machine, not from AWS.
          longestCall: 20_000,
          longestCheck: 60_000,
          ...change.times,
        },
      });
      const answered = await handlers['connections.check']({ connectionId: 'checked' }, undefined as never);
      await access.close();
      return checkReportSchema.parse(valueOf(answered));
    },
  };
}
