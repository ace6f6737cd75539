import type { QueryClient } from '@tanstack/react-query';
import type { CommandName, InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { Result } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { ReviewPort } from './flow/review-port.ts';

/**
 * The desk's road to main. Not by useCommand, whose cache would keep every document's values for minutes after they
 * were let go of; failures are told where they belong.
 */
export function bridgePort(
  client: QueryClient,
  onReceipt: (receipt: Receipt | undefined) => void,
): ReviewPort {
  const bridge = bridgeOf(client);

  async function call<N extends CommandName>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    try {
      const result = await bridge.call(operation, input, crypto.randomUUID());
      if (!result.ok && result.failure.code === 'untrusted-caller') {
        void client.invalidateQueries({ queryKey: ['session.current'] });
      }
      return result;
    } catch (error) {
      return { ok: false, failure: failureOf(error) };
    }
  }

  return {
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    async read(key) {
      const result = await call('review.read', key);
      if (result.ok) onReceipt(result.receipt);
      return result;
    },
    async claim(seen) {
      // It was opened to be seen first.
      await new Promise<void>((resolve) => afterPaint(resolve));
      return call('review.claim', seen);
    },
    release: (seen) => call('review.release', seen),
    decide: (input) => call('review.decide', input),
    undo: (seen) => call('review.undo', seen),
    handOver: (input) => call('review.handOver', input),
    check: (input) => call('review.check', input),
    postpone: (key, fileName, until) => call('review.postpone', { ...key, fileName, until }),
    async drafts() {
      try {
        const result = await bridge.call('review.desk', {});
        return result.ok ? { ok: true, value: result.value.drafts } : result;
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
    },
    saveDraft: (key, draft) => call('review.saveDraft', { key, draft }),
  };
}
