import { endOfText, readJson, type Json } from './read-json.ts';

/** As `readJson`, with each figure that JavaScript would write otherwise kept as a text of its own kind. */
export function readExactJson(text: string): Json | undefined {
  return readJson(text) === undefined ? undefined : (JSON.parse(withExactFigures(text)) as Json);
}

/** The digits of a figure that is kept as it was written. */
export function exactFigure(value: Json): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined;
}

/** As JSON again, with every figure as it was. */
export function writeExactJson(json: Json, indent?: number): string {
  return JSON.stringify(json, null, indent).replaceAll(marked, '$1');
}

/** Begins no text that anybody writes. */
const mark = '\u0000\uE000';
const marked = /"\\u0000\uE000([\d.eE+-]+)"/g;
const figure = /-?\d[\d.eE+-]*/y;

function withExactFigures(json: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '"') at = endOfText(json, at);
    figure.lastIndex = at;
    const [written = ''] = figure.exec(json) ?? [];
    if (written === '') continue;
    if (String(Number(written)) !== written) {
      parts.push(json.slice(kept, at), JSON.stringify(mark + written));
      kept = at + written.length;
    }
    at += written.length - 1;
  }
  return parts.join('') + json.slice(kept);
}
