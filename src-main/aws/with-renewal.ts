import type { AwsPlace } from './aws-place.ts';
import { renewsWhenExpired, whereRenewalIs } from './account/renews-when-expired.ts';

interface HasStack {
  readonly middlewareStack: {
    add(middleware: never, options: typeof whereRenewalIs): void;
  };
  destroy(): void;
}

/** A client of an account asks for other keys where AWS says that these have expired; the sandbox's has none to renew. */
export function withRenewal<Client extends HasStack>(client: Client, { account }: AwsPlace): Client {
  if (account !== undefined) {
    client.middlewareStack.add(renewsWhenExpired(account.credentials) as never, whereRenewalIs);
    account.opened?.(client);
  }
  return client;
}
