import type { AwsPlace } from './aws-place.ts';
import { renewsWhenExpired, whereRenewalIs } from './account/renews-when-expired.ts';
import { keptRefusal, whereRefusalsAre } from './kept-body.ts';

interface HasStack {
  readonly middlewareStack: object;
  destroy(): void;
}

/** Each service's stack has types of its own, and these fit all of them. */
interface Stack {
  add(middleware: unknown, options: object): void;
}

/** A client of an account asks for other keys where AWS says that these have expired; the sandbox's has none to renew. */
export function withRenewal<Client extends HasStack>(client: Client, { account }: AwsPlace): Client {
  const stack = client.middlewareStack as Stack;
  stack.add(keptRefusal, whereRefusalsAre);
  if (account !== undefined) {
    stack.add(renewsWhenExpired(account.credentials), whereRenewalIs);
    account.opened?.(client);
  }
  return client;
}
