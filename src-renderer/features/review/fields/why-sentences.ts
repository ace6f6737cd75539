import { listed } from '#shared/domain/listed-words.ts';

/** The reasons in one sentence, and what a check says, which is one of its own, after it. */
export function whySentences(why: readonly string[]): string {
  const own = why.filter((reason) => /^\p{Lu}/u.test(reason));
  const short = why.filter((reason) => !own.includes(reason));
  const sentences = short.length === 0 ? own : [listed(short), ...own];
  return sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}
