import { randomUUID } from 'node:crypto';
import { isHttpsOrLoopback, type Connection } from '#shared/domain/connection.ts';
import { NotSent, type PipelineTransport, type SendHttp } from '../transport.ts';
import { openApiSignIn, type ApiSignIn } from './api-sign-in.ts';
import { askWho } from './ask-who.ts';
import { bearerSource } from './bearer-source.ts';
import { commandSource } from './command-source.ts';
import { httpSend } from './http-send.ts';
import { noPipelineApi } from './no-api.ts';
import { oidcSource } from './oidc/oidc-source.ts';
import type { OpenSignInPage } from './oidc/sign-in-page.ts';
import { NoPass, type PassSource } from './pass.ts';
import { pipelineTransport } from './pipeline-transport.ts';

export interface AccountApi {
  readonly transport: PipelineTransport;
  /** Null where the connection names no API. */
  readonly signIn: ApiSignIn | null;
}

/** What a sign-in may need of the machine that the console runs on. */
export interface ApiHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In the system's browser. Left out where there is none. */
  readonly openPage?: OpenSignInPage | undefined;
}

interface Parts extends ApiHost {
  /** Signs with the keys of the account. */
  readonly signed: (baseUrl: string) => PassSource;
}

type PipelineApi = NonNullable<Connection['pipelineApi']>;

/** The pipeline API of a connection, and whoever is signed in there. */
export function openAccountApi(pipelineApi: PipelineApi | undefined, parts: Parts): AccountApi {
  if (pipelineApi === undefined) return { transport: noPipelineApi, signIn: null };
  const { baseUrl } = pipelineApi;
  const isSafe = isHttpsOrLoopback(baseUrl);
  const send = isSafe ? httpSend(baseUrl) : sendsNothing;
  const signIn = openApiSignIn({
    source: isSafe ? sourceOf(pipelineApi, parts) : hasNothing,
    askWho: askWho(send),
    now: Date.now,
    newId: randomUUID,
  });
  return { transport: pipelineTransport(send, signIn), signIn };
}

function sourceOf({ baseUrl, auth }: PipelineApi, { environment, openPage, signed }: Parts): PassSource {
  switch (auth.kind) {
    case 'sigv4':
      return signed(baseUrl);
    case 'bearer':
      return bearerSource(auth.tokenFromEnvironment, environment);
    case 'command':
      return commandSource(auth.command, Date.now);
    case 'oidc':
      return oidcSource({ issuer: auth.issuer, clientId: auth.clientId, openPage, now: Date.now });
    default:
      return auth satisfies never;
  }
}

const why =
  'The address of the pipeline API begins with http: and is not on this machine, so nothing is sent there. Give it an https: address in connections.json.';
const sendsNothing: SendHttp = () => Promise.reject(new NotSent(why));
const hasNothing: PassSource = {
  renewsItself: () => false,
  fetch: () => Promise.reject(new NoPass(why)),
};
