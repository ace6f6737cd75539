/**
 * What a text says once its escapes are read: of JSON, of addresses and of XML, also where they were escaped again on
 * their way. Only those of ASCII, which is all that a mask looks for.
 */
export function unescapedText(text: string): string {
  let said = text;
  for (let times = 0; times < mostTimes; times += 1) {
    const next = said.replaceAll(escape, character);
    if (next === said) break;
    said = next;
  }
  return said;
}

const mostTimes = 3;
const escape =
  /%(?:25){0,3}([2-7][\da-f])|(?<!\\)\\+(?:u00|x)([2-7][\da-f])|(?<!\\)\\+(["'/bfnrt])|&#x0{0,4}([2-7][\da-f]);|&#0{0,4}(\d{2,3});|&(amp|quot|commat|equals|quest|colon);/gi;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  commat: '@',
  equals: '=',
  quest: '?',
  colon: ':',
};

function character(escaped: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, unicode, plain, hex, decimal, name] = groups;
  const code = percent ?? unicode ?? hex;
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  // A line's end, and the like.
  if (plain !== undefined) return /[a-z]/i.test(plain) ? ' ' : plain;
  return named[name?.toLowerCase() ?? ''] ?? escaped;
}
