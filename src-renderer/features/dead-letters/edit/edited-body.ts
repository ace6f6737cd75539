import { byteLength } from '#shared/catalogue/templates/key-size.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import type { ShapeChange } from '#shared/domain/dead-letters/body-shape.ts';
import { jsonDiff } from '#shared/domain/dead-letters/json-diff.ts';
import type { JsonChange } from '#shared/domain/dead-letters/json-diff.ts';
import { mostBytes } from '#shared/domain/dead-letters/message-batches.ts';
import { readJson } from '#shared/domain/dead-letters/read-json.ts';
import { compactJson } from './laid-out-json.ts';

export interface EditedBody {
  /** As it would be sent: laid out as the original is. */
  readonly sent: string;
  readonly changes: readonly JsonChange[];
  /** What the original's reader may not expect: it goes only with a reason. */
  readonly otherShape: readonly ShapeChange[];
  /** Why there is nothing to plan; null where there is. */
  readonly whyNot: string | null;
}

/** What an edit comes to, before anything is planned. */
export function editedBody(original: string, edited: string): EditedBody {
  const sent = isCompact(original) ? compactJson(edited) : edited;
  const isSame = compactJson(original) === compactJson(edited);
  const differences = isSame ? [] : jsonDiff(original, edited);
  return {
    sent,
    changes: isSame || differences.length > 0 ? differences : [writtenOtherwise(original, edited)],
    otherShape: isSame ? [] : shapeChanges(original, edited),
    whyNot: whyNotSend(sent, isSame),
  };
}

function whyNotSend(sent: string, isSame: boolean): string | null {
  if (isSame) return 'Nothing is changed yet. To send it as it is, redrive it.';
  if (sent.trim() === '') return 'SQS takes no empty body.';
  return byteLength(sent) > mostBytes ? 'SQS takes 1 MiB at most, attributes included.' : null;
}

function isCompact(text: string): boolean {
  return readJson(text) !== undefined && compactJson(text) === text;
}

/** More digits than a number is read with, or a key twice: read, both say the same. */
function writtenOtherwise(original: string, edited: string): JsonChange {
  return { path: '', before: compactJson(original), after: compactJson(edited) };
}
