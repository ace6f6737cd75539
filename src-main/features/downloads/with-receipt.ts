import type { Receipt } from '#shared/contract/receipt.ts';
import type { Result } from '#shared/contract/result.ts';

/** What was refused in the end was paid for until then. */
export function withReceipt(
  refusal: Extract<Result<never>, { readonly ok: false }>,
  receipt: Receipt | undefined,
): Extract<Result<never>, { readonly ok: false }> {
  return receipt === undefined ? refusal : { ...refusal, receipt };
}
