import type { Reached } from '#shared/contract/home.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { readProfileSetting } from '../../aws/account/aws-configuration.ts';
import { addressFor } from '../../aws/client-config.ts';
import { explainStop, sayStop } from '../../network/explain-stop.ts';
import type { Network } from '../../network/open-network.ts';
import { shownAddress } from '../../rows/shown-text.ts';

export interface ConnectionEntries {
  readonly connections: readonly Connection[];
}

interface Parts extends ConnectionEntries {
  readonly network: Network;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  /** Asks the sandbox for its state; without it the sandbox is not asked. */
  readonly askSandbox?: (() => Promise<string | null>) | undefined;
}

const longestMs = 8_000;

/**
 * Asks the hosts of every connection once, without keys: no permission is needed, nothing is read and nothing is charged.
 * The date of an answer is the server's, and shows how far the clock of this machine is off.
 */
export async function reachConnections(parts: Parts): Promise<readonly Reached[]> {
  const { connections, askSandbox } = parts;
  const asked = await Promise.all([
    askSandbox === undefined ? [] : reachSandbox(askSandbox),
    ...connections.map((connection) => reachConnection(connection, parts)),
  ]);
  return asked.flat();
}

async function reachSandbox(ask: () => Promise<string | null>): Promise<Reached[]> {
  const problem = await ask();
  return [
    {
      connectionId: sandboxConnectionId,
      name: 'Local sandbox',
      call: 'State of the embedded AWS',
      state: problem === null ? 'works' : 'failed',
      told: problem ?? 'It answers.',
      clockAheadMs: null,
      certificateUntil: null,
    },
  ];
}

async function reachConnection(connection: Connection, parts: Parts): Promise<Reached[]> {
  const { aws, pipelineApi } = connection;
  const profile = typeof aws.profile === 'string' ? aws.profile : undefined;
  const network = parts.network.trusting(() =>
    profile === undefined
      ? Promise.resolve(undefined)
      : readProfileSetting(profile, 'ca_bundle', parts.environment),
  );
  const sts = addressFor('sts', aws.region, aws.endpoints ?? {}).endpoint;
  const hosts = [
    { url: addPath(sts, '/'), to: 'STS' },
    ...(pipelineApi === undefined
      ? []
      : [{ url: addPath(pipelineApi.baseUrl, '/health'), to: 'the pipeline API' }]),
  ];
  try {
    return await Promise.all(
      hosts.map(async ({ url, to }) => {
        const call = `GET ${shownAddress(url)} without keys`;
        const answer = await askHost(url, { network, to, region: aws.region, now: parts.now });
        return { connectionId: connection.id, name: connection.name, call, ...answer };
      }),
    );
  } finally {
    network.close();
  }
}

/** An address may have a query, which stays behind the path. */
function addPath(address: string, path: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url.href;
}

interface Asking {
  readonly network: Network;
  readonly to: string;
  readonly region: string;
  readonly now: () => number;
}

async function askHost(
  url: string,
  { network, to, region, now }: Asking,
): Promise<Pick<Reached, 'state' | 'told' | 'clockAheadMs' | 'certificateUntil'>> {
  try {
    const before = now();
    const answer = await network.fetch(url, { signal: AbortSignal.timeout(longestMs), redirect: 'manual' });
    const after = now();
    const date = Date.parse(answer.headers.get('date') ?? '');
    // The header has whole seconds, and the answer was made somewhere between asking and hearing.
    const ahead = Number.isNaN(date) ? null : Math.round((before + after) / 2 - (date + 500));
    const until = await network.certificateUntil(url).catch(() => null);
    return {
      state: 'works',
      told: `It answers (HTTP ${answer.status}).${ahead === null ? '' : ` ${describeClock(ahead)}`}`,
      clockAheadMs: ahead,
      certificateUntil: until?.toISOString() ?? null,
    };
  } catch (error) {
    const stop = explainStop(error, { to, region });
    const why =
      error instanceof Error && error.name === 'TimeoutError' ? 'No answer within 8 s' : 'No answer';
    const told = stop === null ? `${why}. Check its address and the network.` : sayStop(stop);
    return { state: 'failed', told, clockAheadMs: null, certificateUntil: null };
  }
}

/** AWS refuses requests whose time is off by 5 to 15 minutes; from here on a person is told. */
const mostClockMs = 60_000;

function describeClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds <= 2) return 'The clock of this machine agrees.';
  const size = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const off = `The clock of this machine is ${size} ${aheadMs > 0 ? 'ahead' : 'behind'}.`;
  return Math.abs(aheadMs) < mostClockMs
    ? off
    : `${off} AWS refuses calls from 5 minutes on: set it by a time server.`;
}
