import { statusOf } from '../aws-trouble.ts';
import type { PlaceCredentials } from '../aws-place.ts';

/**
 * Keys may be refused before their time: taken back, or by a clock that is off. The request, which was refused whole,
 * is made once more with others, if there are any. The SDK by itself would go on with the same.
 */
export function renewsWhenExpired({ get, renew }: PlaceCredentials) {
  return <Args, Output>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const used = await get();
      try {
        return await next(args);
      } catch (error) {
        if (!isRefusedAsExpired(error)) throw error;
        if (!(await renew(used))) throw error;
        return next(args);
      }
    };
}

/** By the service itself, before it did anything: what has got no answer, or was never signed, is not made again. */
function isRefusedAsExpired(error: unknown): boolean {
  if (!(error instanceof Error) || !refusals.has(error.name)) return false;
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500;
}

const refusals: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

export const whereRenewalIs = {
  step: 'initialize',
  name: 'renewsWhenExpired',
  priority: 'low',
  override: true,
} as const;
