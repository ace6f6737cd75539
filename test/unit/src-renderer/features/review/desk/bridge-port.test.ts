import { describe, expect, it } from 'vitest';
import type { Draft } from '#shared/contract/review-document.ts';
import type { ReviewPort } from '#renderer/features/review/desk/flow/review-port.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { createBridgePort, createHere, rememberTyped } from '#renderer/features/review/desk/bridge-port.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

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

describe('a decision', () => {
  const seen = { ...key, version: 3 };
  const intentKey = 'intent-1';

  it.each([
    [
      'review.decide',
      (port) =>
        port.decide({ ...seen, decision: 'approve', corrections: [], reason: null, intentKey, seconds: 1 }),
    ],
    ['review.undo', (port) => port.undo(seen)],
    ['review.handOver', (port) => port.handOver({ ...seen, to: 'teo', note: null, intentKey })],
    ['review.check', (port) => port.check({ ...seen, corrections: [], intentKey, seconds: 1 })],
    ['review.refile', (port) => port.refile({ ...seen, into: [], also: [], reason: 'Two files', intentKey })],
    ['review.postpone', (port) => port.postpone(key, null, null)],
  ] satisfies [string, (port: ReviewPort) => unknown][])(
    'by %s names the person who began at this desk, also when another one signs in',
    async (operation, decide) => {
      const bridge = fakeBridge();
      const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
      const here = createHere();
      const port = createBridgePort(client, { onReceipt: () => undefined, here, mode: 'review' });
      here.tell({ filters: undefined, typedBy: me });
      here.tell({ filters: undefined, typedBy: other });
      await decide(port);
      expect(bridge.calls).toMatchObject([{ operation, input: { typedBy: me } }]);
    },
  );
});
