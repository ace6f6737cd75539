import { isPresigned } from '../explorer/address-note.ts';
import { holdsEmail } from '../explorer/hidden-texts.ts';

/** A text of an item as it may leave main: what the Explorer would mask stays there (decision 005). */
export function shownText(text: string): string {
  if (isPresigned(text)) return '(a presigned address)';
  if (!holdsEmail(text)) return text;
  return text
    .split(/(\s+)/)
    .map((word) => (holdsEmail(word) ? withoutEmail(word) : word))
    .join('');
}

/** What stands around an address stays, as far as it can be told apart from it. */
function withoutEmail(word: string): string {
  const left = word.length > longestWord ? '' : word.replaceAll(address, hidden);
  return left === '' || holdsEmail(left) ? hidden : left;
}

const hidden = '(an e-mail address)';
/** Looking for an address takes time by the square of a word's length. */
const longestWord = 400;
const address = /[^\s#@"'<>()[\]:;,=]+@[\p{L}\p{N}][^\s#@"'<>()[\]:;,=]*\.\p{L}{2,}/gu;

/** Where a customer is told: names and passwords, and what comes behind the path, are often secrets. */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return shownText(text);
  const { protocol, host, pathname, search } = new URL(text);
  return shownText(`${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`);
}
