import { listed } from '#shared/domain/listed-words.ts';

/** The reasons in one sentence, and what a check says, which is one of its own, after it. */
export function whySentences(why: readonly string[]): string {
  const own = why.filter(isSentence);
  const short = why.filter((reason) => !own.includes(reason));
  const sentences = short.length === 0 ? own : [listed(short), ...own];
  return sentences.map((sentence) => unbroken(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}

/** "9 lines come to 5 655,50; the subtotal says 5 656,50" has two halves and would not be told from the next reason. */
function isSentence(reason: string): boolean {
  return /^\p{Lu}/u.test(reason) || reason.includes(';');
}

/** Neither "5 655,50" nor "25 %" goes over two lines. */
function unbroken(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=\d{3}(?!\d)|%)/g, '\u00A0');
}
