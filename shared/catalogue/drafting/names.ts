import { capitalize } from '../../domain/formatting.ts';

/** Splits "CAPITAL_CALL", "capitalCall" and "capital-call" into the same words. */
function splitName(text: string): readonly string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
}

/** "CAPITAL_CALL" becomes "capitalCall". */
export function camelName(text: string): string {
  const name = pascalName(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** "CAPITAL_CALL" becomes "CapitalCall". */
export function pascalName(text: string): string {
  return splitName(text)
    .map((word) => capitalize(word.toLowerCase()))
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 60);
}

/** "capitalCallId" becomes "Capital call id", or "capital call id" within a sentence. */
export function describeName(name: string, isStart = true): string {
  const words = splitName(name).join(' ').toLowerCase();
  return isStart ? capitalize(words) : words;
}

/** Makes a name for a value or an entity of any text. */
export function toOwnName(text: string): string {
  const name = text
    .replaceAll(/\W+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 60);
  return name === '' || name in Object.prototype ? `${name}Value` : name;
}

/** These words say which of several items it is, and not what kind of thing it is. */
export const plainWords: ReadonlySet<string> = new Set(
  'METADATA,META,PROFILE,INFO,DETAIL,DETAILS,CONFIG,SETTINGS,SUMMARY,LATEST,CURRENT,ROOT,HEADER,DATA,ITEM,OPEN,CLOSED,ALL'.split(
    ',',
  ),
);
