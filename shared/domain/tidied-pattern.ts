export const varying = '…';

/** A pattern in which what varies is one "…", however many parts a date, a list or a range has. */
export function tidiedPattern(text: string): string {
  const tidied = text
    .replace(dayBefore, '')
    .replace(monthBefore, '')
    .replace(monthAfter, varying)
    .replace(zoneAfter, varying)
    .replace(unitAfter, varying)
    .replace(several, varying)
    .replace(plural, `${varying} $1`);
  let end = tidied.length;
  while (end > 0 && endings.includes(tidied.charAt(end - 1))) end -= 1;
  return tidied.slice(0, end).trim();
}

const endings = ' .';
const day = String.raw`\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b[,.]?`;
const month = String.raw`\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\b\.?`;
const dayBefore = new RegExp(String.raw`${day} (?=…|${month})`, 'g');
const monthBefore = new RegExp(String.raw`${month} ?(?=…)`, 'g');
const monthAfter = new RegExp(String.raw`…[ -]?${month}`, 'g');
const zoneAfter = /… ?(?:[AaPp]\.?[Mm]\.?|GMT|UTC|CES?T|Z)(?![a-z])/g;
const unitAfter =
  /… ?(?:[kmgt]i?b|b|bytes?|%|ms|msecs?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?)(?![a-z])/gi;
const several = /…(?:[\s,:;./+–—'-]*(?:and )?…)+/g;
/** "1 page", "3 pages" */
const plural = /… ([a-z]{2,}[a-rt-z])s(?![a-z])/gi;
