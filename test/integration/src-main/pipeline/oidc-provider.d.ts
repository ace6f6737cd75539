/**
 * Declares the part that the tests use, because the package brings no typings.
 * https://github.com/panva/node-oidc-provider
 */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface StoredToken {
    readonly accountId: string;
    readonly clientId: string;
    readonly grantId: string;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly AccessToken: { find(value: string): Promise<StoredToken | undefined> };
    readonly RefreshToken: { revokeByGrantId(grantId: string): Promise<void> };
    callback(): RequestListener;
  }
}
