import { randomUUID } from 'node:crypto';
import type { Persona } from '#shared/contract/session.ts';
import { isHttpsOrLoopback, type Connection } from '#shared/domain/connection.ts';
import type { Network } from '../../network/open-network.ts';
import { openPipelineApi } from '../open-pipeline-api.ts';
import { NotSent, type PipelineTransport, type SendHttp } from '../pipeline-api.ts';
import { openApiSignIn, type ApiSignIn } from './api-sign-in.ts';
import { oidcSource, type OpenSignInPage } from './oidc-source.ts';
import { bearerSource, commandSource, NoPass, type Pass, type PassSource } from './pass-sources.ts';
import { httpSend, noPipelineApi, pipelineTransport } from './pipeline-transport.ts';

interface AccountApi {
  readonly transport: PipelineTransport;
  /** It is null when the connection names no API. */
  readonly signIn: ApiSignIn | null;
}

/** These are the parts of this machine that a sign-in may need. */
export interface ApiHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** This is the way to other machines. It is made of the environment where it is left out. */
  readonly network?: Network | undefined;
  /** Opens the page in the system's browser. Left out when there is none. */
  readonly openPage?: OpenSignInPage | undefined;
}

interface Parts extends Omit<ApiHost, 'network'> {
  readonly network: Pick<Network, 'fetch'>;
  /** Returns a source that signs with the keys of the account. */
  readonly signed: (baseUrl: string) => PassSource;
}

type PipelineApi = NonNullable<Connection['pipelineApi']>;

/** Opens the pipeline API of a connection and the sign-in to it. */
export function openAccountApi(pipelineApi: PipelineApi | undefined, parts: Parts): AccountApi {
  if (pipelineApi === undefined) return { transport: noPipelineApi, signIn: null };
  const { baseUrl } = pipelineApi;
  const isSafe = isHttpsOrLoopback(baseUrl);
  const send = isSafe ? httpSend(baseUrl, parts.network.fetch) : sendsNothing;
  const signIn = openApiSignIn({
    source: isSafe ? createPassSource(pipelineApi, parts) : hasNothing,
    askWho: askWho(send),
    now: Date.now,
    newId: randomUUID,
  });
  return { transport: pipelineTransport(send, signIn), signIn };
}

function createPassSource(
  { baseUrl, auth }: PipelineApi,
  { environment, openPage, signed, network }: Parts,
): PassSource {
  switch (auth.kind) {
    case 'sigv4':
      return signed(baseUrl);
    case 'bearer':
      return bearerSource(auth.tokenFromEnvironment, environment);
    case 'command':
      return commandSource(auth.command, Date.now);
    case 'oidc':
      return oidcSource({
        issuer: auth.issuer,
        clientId: auth.clientId,
        openPage,
        fetch: network.fetch,
        now: Date.now,
      });
    default:
      return auth satisfies never;
  }
}

const why =
  "The pipeline API's address starts with http: and is not on this machine, so nothing was sent there. Use an https: address in connections.json.";
const sendsNothing: SendHttp = () => Promise.reject(new NotSent(why));
const hasNothing: PassSource = {
  renewsItself: () => false,
  fetch: () => Promise.reject(new NoPass(why)),
};

/** Asks the API whose pass this is, through its `me` operation. */
export function askWho(send: SendHttp): (pass: Pass) => Promise<Persona> {
  return async (pass) => {
    const api = openPipelineApi({
      send: async (request) => {
        const own = await pass.headersFor(request);
        return send({ ...request, headers: { ...request.headers, ...own } });
      },
      signIn: () => Promise.resolve(null),
    });
    const answer = await api.call('me', { personId: '' });
    if (answer.kind === 'answered') {
      const { sub, name, role, tenants } = answer.value;
      return { id: sub, name, role, tenants };
    }
    if (answer.kind !== 'problem') throw new NoPass(answer.why);
    const { code } = answer.problem;
    if (code === 'sign-in-expired') throw new NoPass(expired);
    throw new NoPass(notTaken(code), 'not-taken');
  };
}

const expired = 'The pipeline API says that this sign-in has expired.';

/** Uses the code alone, because the rest of the answer may quote what was sent. */
function notTaken(code: string): string {
  return `The pipeline API rejected this sign-in (${code}), so you are not signed in there.`;
}
