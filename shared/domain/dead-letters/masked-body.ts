import { exactFigure, readExactJson, writeExactJson } from './exact-json.ts';
import { isObject, type Json } from './read-json.ts';
import { whyMasked, whyMaskedInside, whyMaskedName } from './why-masked.ts';

export interface MaskedValue {
  /** ".source.url", ".Records[0].token": where it stands. "" for a body that is no JSON. */
  readonly path: string;
  readonly why: string;
  readonly characters: number;
}

export interface MaskedBody {
  readonly isJson: boolean;
  /** Pretty where it is JSON; a masked value is "‹masked: why, n characters›" in it. */
  readonly text: string;
  readonly masked: readonly MaskedValue[];
}

/** What a person may see of a body before they ask for more: its structure, its ids, and nothing that opens a door. */
export function maskedBody(body: string): MaskedBody {
  const json = readExactJson(body);
  const isJson = typeof json === 'object' && json !== null;
  if (!isJson) return maskedText(body);
  const { shown, masked } = maskedIn(json);
  return { isJson, text: writeExactJson(shown, 2), masked };
}

/** A value at a path that `maskedBody` has given, as it was written; undefined where there is none. */
export function valueAtPath(body: string, path: string): string | undefined {
  if (path === '') return body;
  let found = readExactJson(body);
  for (const part of path.match(parts) ?? []) found = found === undefined ? undefined : under(found, part);
  if (found === undefined) return undefined;
  return exactFigure(found) ?? (typeof found === 'string' ? found : writeExactJson(found));
}

interface Place {
  readonly name: string;
  readonly path: string;
  /** Of the object or list that it stands in: what is under a secret's name is the secret. */
  readonly why: string | null;
}

function maskedIn(json: Json, place: Place = { name: '', path: '', why: null }) {
  const masked: MaskedValue[] = [];
  return { shown: shownOf(json, place), masked };

  function shownOf(value: Json, { name, path, why }: Place): Json {
    if (Array.isArray(value)) {
      return (value as readonly Json[]).map((one, at) => shownOf(one, { name, path: `${path}[${at}]`, why }));
    }
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => {
          const inherited = why ?? (typeof one === 'object' ? whyMaskedName(key) : null);
          return [key, shownOf(one, { name: key, path: `${path}.${escaped(key)}`, why: inherited })];
        }),
      );
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const inner = typeof value === 'string' && why === null ? innerJson(value) : undefined;
    if (inner !== undefined && whyMaskedName(name) === null) {
      const inside = maskedIn(inner, { name, path, why });
      masked.push(...inside.masked);
      return inside.masked.length === 0 ? value : writeExactJson(inside.shown);
    }
    const text = exactFigure(value) ?? String(value);
    const reason = why ?? whyMasked(name, text);
    if (reason === null) return value;
    masked.push({ path, why: reason, characters: text.length });
    return maskWords(reason, text.length);
  }
}

/** A notification carries its event as a text. */
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
  return { isJson: false, text: maskWords(why, length), masked: [{ path: '', why, characters: length }] };
}

function maskWords(why: string, characters: number): string {
  return `‹masked: ${why}, ${characters} characters›`;
}

const parts = /\.(?:[^.[\]\\]|\\.)*|\[\d+\]/g;

function under(json: Json, part: string): Json | undefined {
  // A path goes on through a text that is JSON itself.
  const whole = typeof json === 'string' ? readExactJson(json) : json;
  if (part.startsWith('[')) {
    return Array.isArray(whole) ? (whole as readonly Json[])[Number(part.slice(1, -1))] : undefined;
  }
  const key = part.slice(1).replaceAll(/\\(.)/g, '$1');
  return isObject(whole) && Object.hasOwn(whole, key) ? whole[key] : undefined;
}
