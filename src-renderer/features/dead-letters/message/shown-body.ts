import { useState } from 'react';
import type { MessageDetail } from '#shared/contract/dead-letters.ts';
import { exactFigure, isObject, readExactJson, type Json } from '#shared/domain/dead-letters/exact-json.ts';

import { useCommand } from '#renderer/contract/use-operation.ts';
import { childPath, ExactNumber, type JsonValue } from '#renderer/ui/json-lines.ts';
import { messages } from '../messages.ts';

interface ShownBody {
  /** Undefined if the body is not JSON, or was cut and is therefore no longer valid. */
  readonly json: JsonValue | undefined;
  /** The masked value that each pointer leads to. */
  readonly masked: ReadonlyMap<string, string>;
  /**
   * Maps the pointer of a masked value to its path in main. A value with an address that opens a file has
   * none, because it is never revealed.
   */
  readonly paths: ReadonlyMap<string, string>;
  /** Strings that contain JSON with masked values; they are shown as parsed. */
  readonly opened: readonly string[];
}

/** Returns the masked body with the revealed values filled in. */
export function toShownBody(
  { text, isJson, isCut, masked }: MessageDetail['body'],
  revealed: ReadonlyMap<string, string>,
): ShownBody {
  const read = isJson && !isCut ? readExactJson(text) : undefined;
  const hidden = masked.filter(({ path }) => !revealed.has(path));
  // Revealed attributes have paths too, but none of those is in the body.
  const values = new Map(
    masked.flatMap(({ path }) => {
      const value = revealed.get(path);
      return value === undefined ? [] : [[toPointer(path), value] as const];
    }),
  );
  const opened: string[] = [];
  return {
    json: read === undefined ? undefined : toShownJson(read, '', values, listAncestors(masked), opened),
    masked: new Map(
      hidden.map(({ path, why, characters }) => [toPointer(path), describeMask(why, characters)]),
    ),
    paths: new Map(hidden.filter(mayBeShown).map(({ path }) => [toPointer(path), path])),
    opened,
  };
}

/** Main refuses to reveal some values, so those are not offered. */
export function mayBeShown({ why }: { readonly why: string }): boolean {
  return why !== 'pre-signed URL';
}

/** Converts ".source.url" to "/source/url", the JSON pointer that names a line of the tree (RFC 6901). */
export function toPointer(path: string): string {
  return listPointers(path).at(-1) ?? '';
}

/** "pre-signed URL, 1,024 characters" */
export function describeMask(why: string, characters: number): string {
  return messages.message.mask(why, characters);
}

function toShownJson(
  json: Json,
  pointer: string,
  revealed: ReadonlyMap<string, string>,
  nodes: ReadonlySet<string>,
  opened: string[],
): JsonValue {
  const shown = (one: Json, key: string | number) =>
    toShownJson(one, childPath(pointer, key), revealed, nodes, opened);
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
  return toShownJson(inner, pointer, revealed, nodes, opened);
}

/** Returns the pointers of all values that contain a masked value. */
function listAncestors(masked: MessageDetail['body']['masked']): ReadonlySet<string> {
  return new Set(masked.flatMap(({ path }) => listPointers(path).slice(0, -1)));
}

function listPointers(path: string): readonly string[] {
  const pointers: string[] = [];
  for (const part of path.match(/\.(?:[^.[\]\\]|\\.)*|\[\d+\]/g) ?? []) {
    const key = part.startsWith('[') ? part.slice(1, -1) : part.slice(1).replaceAll(/\\(.)/g, '$1');
    pointers.push(childPath(pointers.at(-1) ?? '', key));
  }
  return pointers;
}

export interface Revealed {
  /** The revealed values by the path that main has given them. */
  readonly values: ReadonlyMap<string, string>;
  /** The paths that are being revealed now. */
  readonly asked: ReadonlySet<string>;
  readonly reveal: (path: string) => Promise<void>;
}

export interface WhichMessage {
  readonly queue: string;
  readonly messageId: string;
  /** It is in the file of its discard. */
  readonly isDiscarded: boolean;
}

/** The values of one message that a person has revealed. They are forgotten with the component that shows them. */
export function useRevealed({ queue, messageId, isDiscarded }: WhichMessage): Revealed {
  const [values, setValues] = useState<Revealed['values']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const command = useCommand('dead-letters.reveal');

  async function reveal(path: string): Promise<void> {
    // Every reveal adds a line to the audit trail, so none is asked for twice.
    if (values.has(path) || asked.has(path)) return;
    setAsked((before) => new Set(before).add(path));
    const result = await command.run({ queue, messageId, path, ...(isDiscarded && { isDiscarded }) });
    setAsked((before) => new Set([...before].filter((one) => one !== path)));
    if (!result.ok) throw new Error(result.failure.message);
    setValues((before) => new Map(before).set(path, result.value.value));
  }

  return { values, asked, reveal };
}
