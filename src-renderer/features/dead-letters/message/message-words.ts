import { grouped } from '#shared/domain/grouped-number.ts';
import { listed } from '#shared/domain/listed-words.ts';

/** "3 values masked" */
export function maskedCountWords(count: number): string {
  if (count === 0) return 'nothing masked';
  return count === 1 ? '1 value masked' : `${grouped(count)} values masked`;
}

/** "/Message is a text that is JSON itself; what is in it is shown." */
export function openedWords(pointers: readonly string[]): string {
  return pointers.length === 1
    ? `${pointers.join('')} is a text that is JSON itself; what is in it is shown.`
    : `${listed(pointers)} are texts that are JSON themselves; what is in them is shown.`;
}

/** "1 message", "1,204 messages" */
export function messagesWords(count: number): string {
  return count === 1 ? '1 message' : `${grouped(count)} messages`;
}

/** "6 Nov, 08:14", by UTC. */
export function dayAndTime(at: number): string {
  return formatter.format(at);
}

const formatter = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
