import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { programName } from '../../pipeline/account/program-name.ts';

type Api = NonNullable<Connection['pipelineApi']>;

/** How a connection signs in to AWS, by what the file says of it. */
export function credentialsWords({ profile }: Connection['aws']): string {
  if (typeof profile === 'string') return `profile ${profile}`;
  return 'the keys in the environment the console was started in';
}

/** Where the pipeline API is and where its token comes from: never a token, a query string or an argument. */
export function pipelineApiWords(api: Connection['pipelineApi']): ConnectionDetails['pipelineApi'] {
  if (api === undefined) return null;
  return { baseUrl: plainAddress(api.baseUrl), from: tokenFrom(api.auth) };
}

function tokenFrom(auth: Api['auth']): string {
  switch (auth.kind) {
    case 'sigv4':
      return 'SigV4 with the AWS credentials';
    case 'bearer':
      return `a bearer token in the environment as ${auth.tokenFromEnvironment}`;
    case 'command':
      return `a bearer token that ${programName(auth.command[0] ?? '') ?? 'a program'} prints`;
    default:
      return `OpenID Connect at ${plainAddress(auth.issuer)} as ${auth.clientId}`;
  }
}

/** Somebody may have put a key into the query; what is before it is the place. */
export function plainAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}${search === '' ? '' : '?…'}`;
}
