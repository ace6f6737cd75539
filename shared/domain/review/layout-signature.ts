/**
 * A short description of where the fields of a document stand on its first page, and where its table begins. It has no
 * values: a field is two letters of a hash of its name. It is made from the boxes that are stored with the results, so
 * nothing is read for it (decision 048).
 */

/** Left, top, width and height, as shares of the page. */
type Box = readonly [number, number, number, number];

export interface PlacedResults {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lineItems: readonly unknown[];
}

/** Fields below the table move with its length, so only those above it are described. */
export function describeLayout({ fields, lineItems }: PlacedResults): string | undefined {
  const table = lineItems.map(findBox).find((box) => box !== undefined);
  const placed = Object.entries(fields)
    .flatMap(([name, field]) => {
      const box = findBox(field);
      return box === undefined || (table && box[1] >= table[1]) ? [] : [{ name, box }];
    })
    .toSorted((one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0])
    .slice(0, mostFields);
  if (placed.length < leastFields) return undefined;
  const places = placed.map(({ name, box }) => writePlace(hashName(name), box));
  return [...places, ...(table ? [writePlace(nameOfTable, table)] : [])].join('');
}

const mostFields = 10;
/** Fewer fields would resemble those of any other page. */
const leastFields = 3;
/** No hash has it. */
const nameOfTable = '--';
/** The longest signature, for those who store it. */
export const longestLayout = (mostFields + 1) * 5;

const firstPage = 1;

/** A field that no reader found has no place, and an item that was imported by hand may have anything here. */
function findBox(field: unknown): Box | undefined {
  if (typeof field !== 'object' || field === null) return undefined;
  const { box, page } = field as { readonly box?: unknown; readonly page?: unknown };
  if (page !== firstPage || !Array.isArray(box) || box.length !== 4) return undefined;
  if (!box.every((share) => typeof share === 'number' && share >= -1 && share <= 2)) return undefined;
  const [left, top, width, height] = box as unknown as Box;
  return width > 0 && height > 0 ? [left, top, width, height] : undefined;
}

function writePlace(name: string, [left, top, width, height]: Box): string {
  return name + [left, left + width, top + height / 2].map(writeStep).join('');
}

/** Sixty steps of a page: about 10 points across and 14 down, which is less than the distance of two lines. */
const steps = 60;
const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function writeStep(share: number): string {
  return letters.charAt(Math.min(steps, Math.max(0, Math.round(share * steps))));
}

/** FNV-1a, because names of fields often end alike. */
function hashName(name: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  const short = (hash >>> 0) % (letters.length * letters.length);
  return letters.charAt(Math.floor(short / letters.length)) + letters.charAt(short % letters.length);
}

/** `unclear`: they have too few fields in common, as after a change of the schema. */
export type LayoutLikeness = 'same' | 'other' | 'unclear';

/** Compares two layouts. Values differ in length and scans are tilted, so the same layout is never quite equal. */
export function compareLayouts(one: string, other: string): LayoutLikeness {
  if (one === other) return 'same';
  const [places, others] = [readPlaces(one), readPlaces(other)];
  const common = [...places].flatMap(([name, place]) => {
    const match = others.get(name);
    return match === undefined ? [] : [isNear(place, match)];
  });
  if (common.length < leastFields || common.length * 2 < Math.max(places.size, others.size)) return 'unclear';
  const near = common.filter(Boolean).length;
  return near >= common.length * leastNear ? 'same' : 'other';
}

const leastNear = 0.7;

type Place = readonly [left: number, right: number, middle: number];

function readPlaces(layout: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (let at = 0; at + 5 <= layout.length; at += 5) {
    const [left, right, middle] = [2, 3, 4].map((place) => letters.indexOf(layout.charAt(at + place)));
    places.set(layout.slice(at, at + 2), [left ?? 0, right ?? 0, middle ?? 0]);
  }
  return places;
}

/** A value keeps its left edge, its right edge or its middle, whatever its length. */
function isNear([left, right, middle]: Place, [otherLeft, otherRight, otherMiddle]: Place): boolean {
  return (
    Math.abs(middle - otherMiddle) <= 1 &&
    (Math.abs(left - otherLeft) <= 1 ||
      Math.abs(right - otherRight) <= 1 ||
      Math.abs(left + right - otherLeft - otherRight) <= 1)
  );
}
