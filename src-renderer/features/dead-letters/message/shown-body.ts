import { useState } from 'react';
import type { MessageDetail } from '#shared/contract/dead-letters.ts';
import { exactFigure, isObject, readExactJson, type Json } from '#shared/domain/dead-letters/exact-json.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { childPath, ExactNumber, type JsonValue } from '#renderer/ui/json-lines.ts';

interface ShownBody {
  /** Undefined where it is not JSON, or was cut and so is none any more. */
  readonly json: JsonValue | undefined;
  /** The pointer of what is still masked, and what lies under it. */
  readonly masked: ReadonlyMap<string, string>;
  /** From the pointer of a masked value to its path in main; an address that opens a file is given to nobody. */
  readonly paths: ReadonlyMap<string, string>;
  /** Texts that are JSON themselves and hide something: shown as what is in them. */
  readonly opened: readonly string[];
}

/** A masked body with what somebody has revealed of it in its place. */
export function shownBody(
  { text, isJson, isCut, masked }: MessageDetail['body'],
  revealed: ReadonlyMap<string, string>,
): ShownBody {
  const read = isJson && !isCut ? readExactJson(text) : undefined;
  const hidden = masked.filter(({ path }) => !revealed.has(path));
  // What was revealed of an attribute has a path as well, and none of them is in the body.
  const values = new Map(
    masked.flatMap(({ path }) => {
      const value = revealed.get(path);
      return value === undefined ? [] : [[toPointer(path), value] as const];
    }),
  );
  const opened: string[] = [];
  return {
    json: read === undefined ? undefined : shownJson(read, '', values, above(masked), opened),
    masked: new Map(
      hidden.map(({ path, why, characters }) => [toPointer(path), describeMask(why, characters)]),
    ),
    paths: new Map(hidden.filter(mayBeShown).map(({ path }) => [toPointer(path), path])),
    opened,
  };
}

/** What main would refuse is not offered. */
export function mayBeShown({ why }: { readonly why: string }): boolean {
  return why !== 'pre-signed URL';
}

/** "/source/url" of ".source.url", as a tree names its lines (RFC 6901). */
export function toPointer(path: string): string {
  return pointersTo(path).at(-1) ?? '';
}

/** "pre-signed URL, 1,024 characters" */
export function describeMask(why: string, characters: number): string {
  return `${why}, ${grouped(characters)} ${characters === 1 ? 'character' : 'characters'}`;
}

function shownJson(
  json: Json,
  pointer: string,
  revealed: ReadonlyMap<string, string>,
  nodes: ReadonlySet<string>,
  opened: string[],
): JsonValue {
  const shown = (one: Json, key: string | number) =>
    shownJson(one, childPath(pointer, key), revealed, nodes, opened);
  const value = revealed.get(pointer);
  if (value !== undefined) return value;
  if (Array.isArray(json)) return (json as readonly Json[]).map(shown);
  if (isObject(json)) {
    return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, shown(one, key)]));
  }
  if (typeof json !== 'string') return json;
  const figure = exactFigure(json);
  if (figure !== undefined) return new ExactNumber(figure);
  const inner = nodes.has(pointer) ? readExactJson(json) : undefined;
  if (inner === undefined) return json;
  opened.push(pointer);
  return shownJson(inner, pointer, revealed, nodes, opened);
}

/** Everything that a masked value stands in. */
function above(masked: MessageDetail['body']['masked']): ReadonlySet<string> {
  return new Set(masked.flatMap(({ path }) => pointersTo(path).slice(0, -1)));
}

function pointersTo(path: string): readonly string[] {
  const pointers: string[] = [];
  for (const part of path.match(/\.(?:[^.[\]\\]|\\.)*|\[\d+\]/g) ?? []) {
    const key = part.startsWith('[') ? part.slice(1, -1) : part.slice(1).replaceAll(/\\(.)/g, '$1');
    pointers.push(childPath(pointers.at(-1) ?? '', key));
  }
  return pointers;
}

export interface Revealed {
  /** By their paths, as main has given them. */
  readonly values: ReadonlyMap<string, string>;
  /** On their way. */
  readonly asked: ReadonlySet<string>;
  readonly reveal: (path: string) => Promise<void>;
}

/** The values of one message that somebody has asked to see; they live as long as what shows them. */
export function useRevealed(queue: string, messageId: string): Revealed {
  const [values, setValues] = useState<Revealed['values']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const command = useCommand('dead-letters.reveal');

  async function reveal(path: string): Promise<void> {
    // Each time is a line in the audit trail.
    if (values.has(path) || asked.has(path)) return;
    setAsked((before) => new Set(before).add(path));
    const result = await command.run({ queue, messageId, path });
    setAsked((before) => new Set([...before].filter((one) => one !== path)));
    if (!result.ok) throw new Error(result.failure.message);
    setValues((before) => new Map(before).set(path, result.value.value));
  }

  return { values, asked, reveal };
}
