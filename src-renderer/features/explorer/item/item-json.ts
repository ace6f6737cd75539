import { childPath, ExactNumber, type JsonValue } from '#renderer/ui/json-lines.ts';
import type { Attributes, AttributeValue, Mask } from '#shared/catalogue/items/attribute-value.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import type { Values } from '../question/fields.ts';

/** An item as JSON, its numbers exact, with what is masked and what a plain value does not tell. */
interface ItemJson {
  readonly value: JsonValue;
  /** JSON Pointer → what was hidden there. */
  readonly masks: ReadonlyMap<string, Mask>;
  /** JSON Pointer → "set of text", "binary": types that JSON has no word for. */
  readonly notes: ReadonlyMap<string, string>;
}

export function itemJson(attributes: Attributes, order: readonly string[] = []): ItemJson {
  const masks = new Map<string, Mask>();
  const notes = new Map<string, string>();
  return { value: mapJson(attributes, '', order), masks, notes };

  function mapJson(map: Attributes, path: string, first: readonly string[]): JsonValue {
    const names = [...new Set([...first.filter((name) => Object.hasOwn(map, name)), ...Object.keys(map)])];
    // fromEntries defines what an assignment to `__proto__` would not.
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = map[name];
        return value === undefined ? [] : [[name, json(value, childPath(path, name))]];
      }),
    );
  }

  function json(value: AttributeValue, path: string): JsonValue {
    if ('S' in value) return value.S;
    if ('N' in value) return numberJson(value.N);
    if ('BOOL' in value) return value.BOOL;
    if ('NULL' in value) return null;
    if ('L' in value) return value.L.map((entry, place) => json(entry, childPath(path, place)));
    if ('M' in value) return mapJson(value.M, path, []);
    if ('MASKED' in value) {
      masks.set(path, value.MASKED);
      return null;
    }
    return setJson(value, path);
  }

  function setJson(value: Extract<AttributeValue, Sets>, path: string): JsonValue {
    if ('B' in value) {
      notes.set(path, 'binary, in Base64');
      return value.B;
    }
    if ('SS' in value) return value.SS;
    return 'NS' in value ? value.NS.map(numberJson) : value.BS;
  }
}

type Sets =
  | { readonly B: string }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] };

/** DynamoDB's 38 digits; a double only where it says the same. */
function numberJson(digits: string): JsonValue {
  const double = Number(digits);
  return String(double) === digits ? double : new ExactNumber(digits);
}

/** Returns the text after "masked, ": what it is, its note, and for a secret why it cannot be seen here. */
export function describeMask({ what, note, revealable }: Mask): string {
  const parts = [
    what,
    ...(note === undefined ? [] : [note]),
    ...(revealable ? [] : ['never leaves the main process']),
  ];
  return parts.join(', ');
}

const kilobyte = 1_024;

/** "2.1 KB of 400", the most that DynamoDB takes in one item. */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${String(bytes)} B of 400 KB`;
  const kilobytes = bytes / kilobyte;
  return `${kilobytes < 100 ? kilobytes.toFixed(1) : String(Math.round(kilobytes))} KB of 400`;
}

export interface ItemPaneProps {
  readonly system: OpenSystem;
  readonly located: Located;
  readonly item: ReadItem;
  readonly readAt: number;
  readonly onClose: () => void;
  readonly onAsk: (pattern: string, values: Values | undefined) => void;
}
