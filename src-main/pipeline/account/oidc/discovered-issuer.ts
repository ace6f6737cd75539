import type { Configuration } from 'openid-client';
import { isHttpsOrLoopback } from '#shared/domain/connection.ts';
import { NoPass } from '../pass.ts';

/** The issuer as its own metadata describes it, where each address in it that is used here may be sent a secret. */
export async function discoveredIssuer(issuer: string, clientId: string): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks, None } =
    await import('openid-client');
  const isLoopback = new URL(issuer).protocol === 'http:';
  const config = await discovery(new URL(issuer), clientId, undefined, None(), {
    timeout: 15,
    // Deprecated only to stand out. It holds for whatever address the metadata names, and not for this machine alone:
    // that is what the look below is for.
    // oxlint-disable-next-line typescript/no-deprecated
    execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
  });
  const metadata = config.serverMetadata();
  for (const field of used) {
    const address = metadata[field];
    if (address !== undefined && !isHttpsOrLoopback(address)) throw new NoPass(notSafe(field));
  }
  return config;
}

/** The code, its verifier and the refresh token go to the second; by the third the answer is believed. */
const used = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

function notSafe(field: (typeof used)[number]): string {
  return `The metadata of the issuer name a "${field}" that is neither https: nor on this machine, so nobody is signed in and nothing was sent there. Ask whoever runs the issuer to give it an https: address.`;
}
