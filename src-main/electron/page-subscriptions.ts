import type { Subscription } from '#main/contract/gate.ts';
import { refused, type Result } from '#shared/contract/result.ts';

/** A page has a handful; a loop that forgets to unsubscribe must not fill the main process. */
export const subscriptionLimit = 100;

export interface PageSubscriptions {
  start(id: unknown, subscribe: (id: string) => Result<Subscription>): Result<null>;
  stop(id: unknown): void;
  stopAll(): void;
}

export function pageSubscriptions(): PageSubscriptions {
  const running = new Map<string, Subscription>();

  return {
    start(id, subscribe) {
      if (typeof id !== 'string' || !plainId.test(id) || running.has(id)) {
        return malformed('id: expected 1 to 64 letters, digits or hyphens that are not in use.');
      }
      if (running.size >= subscriptionLimit) {
        return malformed(`This page already has ${subscriptionLimit} subscriptions.`);
      }
      const started = subscribe(id);
      if (!started.ok) return started;
      running.set(id, started.value);
      return { ok: true, value: null };
    },
    stop(id) {
      if (typeof id !== 'string') return;
      running.get(id)?.stop();
      running.delete(id);
    },
    stopAll() {
      for (const subscription of running.values()) subscription.stop();
      running.clear();
    },
  };
}

const plainId = /^[\w-]{1,64}$/;

function malformed(message: string): Result<null> {
  return refused({ code: 'malformed-request', message });
}
