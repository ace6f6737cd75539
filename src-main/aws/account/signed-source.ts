import { SignatureV4 } from '@smithy/signature-v4';
import { NoPass, type Pass, type PassSource, type Sent } from '../../pipeline/account/pass-sources.ts';
import { sdkHashes, type PlaceCredentials } from '../client-config.ts';

type Keys = Awaited<ReturnType<PlaceCredentials['get']>>;

interface Parts {
  readonly baseUrl: string;
  readonly region: string;
  readonly credentials: PlaceCredentials;
  readonly now?: () => Date;
}

/**
 * Signs each request as it is sent, with the account's own keys.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedSource({ baseUrl, region, credentials, now = () => new Date() }: Parts): PassSource {
  const keysOf = new WeakMap<Pass['headersFor'], Keys>();
  const base = baseUrl.replace(/\/+$/, '');

  function toPass(keys: Keys): Pass {
    const signer = new SignatureV4({ service: 'execute-api', region, credentials: keys, ...sdkHashes });
    const headersFor: Pass['headersFor'] = (request) => signedHeaders(signer, base, request, now());
    keysOf.set(headersFor, keys);
    return { expiresAt: keys.expiration?.getTime() ?? null, headersFor };
  }

  return {
    renewsItself: () => true,
    async fetch({ refused }) {
      try {
        const used = refused && keysOf.get(refused.headersFor);
        if (used !== undefined) await credentials.renew(used);
        return toPass(await credentials.get());
      } catch (error) {
        const why = error instanceof Error && error.name === 'NotSignedIn' ? error.message : noKeys;
        throw new NoPass(why);
      }
    },
  };
}

const noKeys = 'There are no keys of the account to sign with.';

async function signedHeaders(
  signer: SignatureV4,
  base: string,
  { method, path, headers, body }: Sent,
  signingDate: Date,
): Promise<Record<string, string>> {
  const { protocol, host, hostname, pathname, searchParams } = new URL(`${base}${path}`);
  const signed = await signer.sign(
    {
      method,
      protocol,
      hostname,
      path: pathname,
      query: Object.fromEntries(
        [...new Set(searchParams.keys())].map((key) => [key, searchParams.getAll(key)]),
      ),
      headers: { ...headers, host },
      ...(body !== undefined && { body }),
    },
    { signingDate },
  );
  // The HTTP client writes the host header itself from the address.
  const { host: _, ...rest } = signed.headers;
  return rest;
}
