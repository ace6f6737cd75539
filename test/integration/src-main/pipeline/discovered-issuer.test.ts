import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openNetwork } from '#main/network/open-network.ts';
import { oidcSource } from '#main/pipeline/account/oidc-source.ts';

const network = openNetwork({ environment: {} });

/** Starts an issuer on loopback with this metadata, and begins to sign in there. */
async function signingInAt(says: Record<string, string>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...own, ...says }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const openPage = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const abort = new AbortController();
  const source = oidcSource({ issuer, clientId: 'sluice', now: Date.now, fetch: network.fetch, openPage });
  const pass = source.fetch({
    isAsked: true,
    refused: undefined,
    signal: abort.signal,
    // The test only needs to know that a page could be opened, so it ends here.
    inBrowser: () => abort.abort(),
  });
  return { pass, openPage, asked };
}

describe('an issuer on this machine', () => {
  it.each(['token_endpoint', 'jwks_uri', 'authorization_endpoint'])(
    'cannot have a secret sent in clear to another host by its "%s"',
    async (field) => {
      const { pass, openPage, asked } = await signingInAt({ [field]: 'http://sso.example.com/there' });
      await expect(pass).rejects.toThrow(
        `The issuer's metadata gives a "${field}" that is neither https: nor on this machine`,
      );
      expect(openPage).not.toHaveBeenCalled();
      expect(asked).toEqual(['/.well-known/openid-configuration']);
    },
  );

  it.each(['https://sso.example.com/token', 'http://localhost:1/token'])(
    'may name %s, where a secret may go',
    async (address) => {
      const { pass, openPage } = await signingInAt({ token_endpoint: address });
      await expect(pass).rejects.toThrow('was cancelled');
      expect(openPage).toHaveBeenCalledOnce();
    },
  );
});
