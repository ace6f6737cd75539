import { isCalendarDate, valueProblem } from './hole-value.ts';
import type { HoleKind } from './key-template.ts';

export type ReadValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

/** What somebody typed, as a value for a hole. Only times are rewritten, to what the key holds. */
export function readValue(kind: HoleKind, typed: string): ReadValue {
  const text = typed.trim();
  const value = asStored(kind, text);
  const problem = text === '' ? 'is missing' : valueProblem(kind, value);
  return problem === undefined ? { ok: true, value } : { ok: false, problem: `${problem}${hint(kind)}` };
}

function asStored(kind: HoleKind, text: string): string {
  if (kind !== 'epochMs' && kind !== 'epochSeconds' && kind !== 'time') return text;
  if (kind === 'time' && valueProblem('time', text) === undefined) return text;
  const ms = instantOf(text);
  if (ms === undefined) return text;
  if (kind === 'time') return new Date(ms).toISOString();
  return String(kind === 'epochMs' ? ms : Math.floor(ms / 1_000));
}

/** With its zone, or it would be a different moment on each machine. */
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function instantOf(text: string): number | undefined {
  const date = instant.exec(text)?.[1];
  if (date === undefined || !isCalendarDate(date)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

function hint(kind: HoleKind): string {
  const epoch = kind === 'epochMs' || kind === 'epochSeconds';
  return epoch ? '; a time such as 2026-11-20T14:20Z is taken too' : '';
}
