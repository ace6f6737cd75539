import type { Failure } from '#shared/contract/result.ts';
import { listed } from '#shared/domain/listed-words.ts';

interface Trouble {
  readonly note: (what: string, failure: Failure) => void;
  readonly sentences: () => string[];
}

const mostNamed = 3;

/** Whoever is refused one tenant's batches is mostly refused all of them: one sentence a cause. */
export function troubleByCause(): Trouble {
  const causes = new Map<string, Set<string>>();
  return {
    note(what, { message }) {
      causes.set(message, (causes.get(message) ?? new Set()).add(what));
    },
    sentences: () => [...causes].map(([message, whats]) => `Not read: ${someOf([...whats])}. ${message}`),
  };
}

/** "A, B, C and 4 more" */
export function someOf(whats: readonly string[]): string {
  const named = whats.slice(0, mostNamed);
  const more = whats.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}
