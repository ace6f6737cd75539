const pairs: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
};

export function isQuote(text: string, at: number): boolean {
  return Object.hasOwn(pairs, text.charAt(at));
}

/**
 * Where the quotation ends that begins at `at`; -1 where it does not end. An apostrophe within a word ends nothing.
 * `unclosed` remembers what was looked for in vain: a text full of such marks is not read to its end for each.
 */
export function closingQuote(text: string, at: number, unclosed: Set<string>): number {
  const opening = text.charAt(at);
  const closing = pairs[opening];
  if (closing === undefined || unclosed.has(opening)) return -1;
  for (let end = text.indexOf(closing, at + 1); end !== -1; end = text.indexOf(closing, end + 1)) {
    if (!isApostrophe(text, end, closing)) return end;
  }
  unclosed.add(opening);
  return -1;
}

function isApostrophe(text: string, at: number, mark: string): boolean {
  return (mark === "'" || mark === '’') && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
}
