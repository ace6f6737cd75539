import { exactFigure, isObject, readExactJson, writeExactJson, type Json } from './exact-json.ts';
import {
  isCount,
  isSigned,
  describeMask,
  shownKeys,
  whyMasked,
  whyMaskedInside,
  whyMaskedKey,
  whyMaskedName,
} from './why-masked.ts';

interface MaskedValue {
  /** The place, such as ".source.url" or ".Records[0].token". It is "" for a body that is not JSON. */
  readonly path: string;
  readonly why: string;
  readonly characters: number;
}

interface MaskedBody {
  readonly isJson: boolean;
  /** JSON is indented. A masked value or key reads "‹masked: why, n characters›". */
  readonly text: string;
  readonly masked: readonly MaskedValue[];
}

/**
 * Returns the part of a body that may be shown by default: its structure and ids, but no secrets. `whyName` gives the
 * reason why everything below a further name is masked.
 */
export function maskedBody(body: string, whyName?: (name: string) => string | null): MaskedBody {
  const json = readExactJson(body);
  const isJson = typeof json === 'object' && json !== null;
  if (!isJson) return maskedText(body);
  const { shown, masked } = maskedIn(json, whyName === undefined ? maskedUntilRevealed : judgeAlso(whyName));
  return { isJson, text: writeExactJson(shown, 2), masked };
}

/**
 * Returns a body without signed addresses, which give access to anyone who has them. It is unchanged if it contains
 * none.
 */
export function bodyWithoutSigned(body: string): string {
  const json = readExactJson(body);
  if (typeof json !== 'object' || json === null) {
    return isSigned(body) ? describeMask(signedUrl, body.length) : body;
  }
  const { shown, isChanged } = maskedIn(json, neverShown);
  return isChanged || isSigned(body) ? writeExactJson(shown) : body;
}

/** Returns the value at a path from `maskedBody` as it was written, or undefined if there is none. */
export function valueAtPath(body: string, path: string): string | undefined {
  if (path === '') return body;
  let found = readExactJson(body);
  for (const part of path.match(parts) ?? []) found = found === undefined ? undefined : under(found, part);
  if (found === undefined) return undefined;
  return exactFigure(found) ?? (typeof found === 'string' ? found : writeExactJson(found));
}

/** Decides what is masked, and gives the reason. */
interface Judge {
  readonly ofValue: (name: string, value: string) => string | null;
  readonly ofKey: (key: string) => string | null;
  /** Applies to everything below the name. */
  readonly ofName: (name: string) => string | null;
  readonly ofText: (text: string) => string | null;
}

const maskedUntilRevealed: Judge = {
  ofValue: whyMasked,
  ofKey: whyMaskedKey,
  ofName: whyMaskedName,
  ofText: whyMaskedInside,
};

function judgeAlso(whyName: (name: string) => string | null): Judge {
  return {
    ...maskedUntilRevealed,
    ofValue: (name, value) => whyMasked(name, value) ?? whyName(name),
    ofName: (name) => whyMaskedName(name) ?? whyName(name),
  };
}

const signedUrl = 'pre-signed URL';
const ofSigned = (text: string): string | null => (isSigned(text) ? signedUrl : null);
const neverShown: Judge = {
  ofValue: (_, value) => ofSigned(value),
  ofKey: ofSigned,
  ofName: () => null,
  ofText: ofSigned,
};

interface Place {
  readonly name: string;
  readonly path: string;
  /** The secret's name if an enclosing object or list has one. Everything inside is then secret. */
  readonly within: string | null;
}

interface Masked {
  readonly shown: Json;
  readonly masked: readonly MaskedValue[];
  /** True even if only a key is masked, which has no path. */
  readonly isChanged: boolean;
}

function maskedIn(json: Json, judge: Judge, place: Place = { name: '', path: '', within: null }): Masked {
  const masked: MaskedValue[] = [];
  let isChanged = false;
  const shown = toShown(json, place);
  return { shown, masked, isChanged: isChanged || masked.length > 0 };

  function toShown(value: Json, { name, path, within }: Place): Json {
    if (Array.isArray(value)) {
      return (value as readonly Json[]).map((one, at) =>
        toShown(one, { name, path: `${path}[${at}]`, within }),
      );
    }
    if (isObject(value)) {
      const keys = Object.keys(value);
      const names = shownKeys(keys, judge.ofKey);
      isChanged ||= names !== keys;
      return Object.fromEntries(
        Object.entries(value).map(([key, one], at) => {
          const shownKey = names[at] ?? key;
          const isSecret = typeof one === 'object' && judge.ofName(key) !== null;
          const inner = {
            name: key,
            path: `${path}.${escaped(shownKey)}`,
            within: within ?? (isSecret ? key : null),
          };
          return [shownKey, toShown(one, inner)];
        }),
      );
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const inner = typeof value === 'string' && within === null ? innerJson(value) : undefined;
    if (inner !== undefined && judge.ofName(name) === null)
      return shownInside(String(value), inner, { name, path, within });
    const figure = exactFigure(value);
    const text = figure ?? String(value);
    const isNumber = figure !== undefined || typeof value === 'number';
    const reason = whyWithin(within, isNumber ? text : null) ?? judge.ofValue(name, text);
    if (reason === null) return value;
    masked.push({ path, why: reason, characters: text.length });
    return describeMask(reason, text.length);
  }

  function whyWithin(within: string | null, figure: string | null): string | null {
    if (within === null || (figure !== null && isCount(within, figure))) return null;
    return judge.ofName(within);
  }

  /**
   * Returns the text as written if nothing in it is masked. Otherwise it is written again, which resolves duplicate
   * keys and escapes.
   */
  function shownInside(text: string, inner: Json, at: Place): Json {
    const inside = maskedIn(inner, judge, at);
    masked.push(...inside.masked);
    if (!inside.isChanged && judge.ofText(text) === null) return text;
    isChanged = true;
    return writeExactJson(inside.shown);
  }
}

/** A notification contains its event as text. */
function innerJson(text: string): Json | undefined {
  const json = /^\s{0,20}[[{]/.test(text) ? readExactJson(text) : undefined;
  return typeof json === 'object' && json !== null ? json : undefined;
}

function escaped(key: string): string {
  return key.replaceAll(/[.[\]\\]/g, String.raw`\$&`);
}

function maskedText(body: string): MaskedBody {
  const why = whyMasked('', body.trim().replaceAll(/^"|"$/g, '')) ?? whyMaskedInside(body);
  if (why === null) return { isJson: false, text: body, masked: [] };
  const { length } = body;
  return { isJson: false, text: describeMask(why, length), masked: [{ path: '', why, characters: length }] };
}

const parts = /\.(?:[^.[\]\\]|\\.)*|\[\d+\]/g;

function under(json: Json, part: string): Json | undefined {
  // A path continues through a text that is itself JSON.
  const whole = typeof json === 'string' ? readExactJson(json) : json;
  if (part.startsWith('[')) {
    return Array.isArray(whole) ? (whole as readonly Json[])[Number(part.slice(1, -1))] : undefined;
  }
  if (!isObject(whole)) return undefined;
  const shown = part.slice(1).replaceAll(/\\(.)/g, '$1');
  const keys = Object.keys(whole);
  const key = keys[shownKeys(keys).indexOf(shown)];
  return key === undefined ? undefined : whole[key];
}
