import type { Result } from '#shared/contract/result.ts';

/** Answers that take a while to read, and are as good for some time. */
interface KeptAnswers<T> {
  /** Who asks while it is being read gets the same answer. Only who began it is told what it has cost. */
  get(key: string, read: () => Promise<Result<T>>): Promise<Result<T>>;
}

export function keptAnswers<T>(
  now: () => number,
  { longest, most }: { readonly longest: number; readonly most: number },
): KeptAnswers<T> {
  const kept = new Map<string, { readonly answer: Promise<Result<T>>; readonly until: number }>();

  return {
    async get(key, read) {
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) {
        const answer = await known.answer;
        return answer.ok ? { ok: true, value: answer.value } : { ok: false, failure: answer.failure };
      }
      const entry = { answer: read(), until: now() + longest };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      // What failed is asked anew the next time; one that threw as well.
      const forget = (): void => void (kept.get(key) === entry && kept.delete(key));
      try {
        const answer = await entry.answer;
        if (!answer.ok) forget();
        return answer;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
