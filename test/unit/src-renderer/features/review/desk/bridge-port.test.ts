import { describe, expect, it } from 'vitest';
import type { Draft } from '#shared/contract/review-document.ts';
import { rememberTyped } from '#renderer/features/review/desk/bridge-port.ts';

const me = { connectionId: 'sandbox', personId: 'reviewer' };
const other = { ...me, personId: 'reviewer-2' };
const key = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd' };

function aDraft(comment: string, savedAt: string): Draft {
  return {
    key,
    fileName: null,
    version: 1,
    edits: {},
    comment,
    intentKey: 'intent-1',
    sent: null,
    savedAt: `2026-11-20T10:00:${savedAt}.000Z`,
  };
}

describe('what was typed in this window', () => {
  it('is given to the next desk of the same person until it is saved', () => {
    const typed = rememberTyped();
    const [old, now] = [aDraft('old', '01'), aDraft('now', '02')];
    const write = typed.put(me, key, now);
    expect(typed.add(me, [old])).toEqual([now]);
    expect(typed.add(other, [])).toEqual([]);
    expect(typed.add(undefined, [])).toEqual([]);
    if (write !== undefined) write.isSaved = true;
    expect(typed.add(me, [old])).toEqual([old]);
  });

  it('is not replaced by a write that comes late', () => {
    const typed = rememberTyped();
    const late = aDraft('late', '01');
    typed.put(me, key, late);
    typed.put(me, key, aDraft('since', '05'));
    expect(typed.put(me, key, late)).toBeUndefined();
    expect(typed.put(other, key, late)).toBeDefined();
  });

  it('is gone once it was dropped', () => {
    const typed = rememberTyped();
    typed.put(me, key, aDraft('typed', '01'));
    expect(typed.put(me, key, null)).toBeDefined();
    expect(typed.add(me, [])).toEqual([]);
  });
});
