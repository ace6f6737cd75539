import { describe, expect, it } from 'vitest';
import { comparePayloads, shownEvent, shownPayload } from '#main/features/executions/shown-event.ts';
import type { HistoryEvent, OpenedEvent } from '#main/aws/executions.ts';

function opened(
  details: object,
  type = 'TaskStateExited',
  before: readonly HistoryEvent[] = [],
): OpenedEvent {
  const event = { id: 9, type, timestamp: 10, previousEventId: 8, stateExitedEventDetails: details };
  return { event, before };
}

describe('the data of an event', () => {
  it('is shown with its structure and ids, without values, keys and presigned addresses', () => {
    const output = JSON.stringify({
      documentId: 'doc-1',
      fields: { total: '1,204.50' },
      lineItems: [{ value: 'Steel' }],
      url: 'https://bucket.example/a?X-Amz-Signature=abc',
      apiKey: 'k-123',
    });
    const [shown] = shownEvent(opened({ name: 'Verify', output })).payloads;
    expect(shown?.text).toContain('doc-1');
    for (const secret of ['1,204.50', 'Steel', 'X-Amz', 'k-123']) expect(shown?.text).not.toContain(secret);
    expect(shown).toMatchObject({
      part: 'output',
      isJson: true,
      maskedCount: 4,
      bytes: output.length,
      leftOut: 0,
    });
  });

  it('is cut when it is long, and says how much is left out', () => {
    const shown = shownPayload('output', JSON.stringify({ text1: 'a b '.repeat(20_000) }));
    expect(shown.text).toHaveLength(64_000);
    expect(shown.leftOut).toBeGreaterThan(15_000);
  });

  it('says that AWS has cut it', () => {
    const [shown] = shownEvent(opened({ output: '{}', outputDetails: { truncated: true } })).payloads;
    expect(shown?.isTruncated).toBe(true);
  });

  it('names the function of the event that scheduled the task, and the request', () => {
    const scheduled = {
      id: 7,
      type: 'TaskScheduled',
      timestamp: 9,
      taskScheduledEventDetails: {
        parameters: JSON.stringify({
          FunctionName: 'arn:aws-cn:lambda:cn-north-1:123456789012:function:process-document:live',
        }),
      },
    };
    const output = JSON.stringify({ SdkResponseMetadata: { RequestId: 'f1a2b3c4-0001' } });
    const detail = shownEvent(
      opened({ output, resource: 'invoke', resourceType: 'lambda' }, 'TaskSucceeded', [scheduled]),
    );
    expect(detail).toMatchObject({
      functionName: 'process-document',
      requestId: 'f1a2b3c4-0001',
      calls: 'lambda invoke',
    });
  });
});

describe('two payloads', () => {
  const left = opened({
    output: JSON.stringify({ run: 1, at: { stage: 'verify' }, token: 'a', only: true }),
  });
  const right = opened({ output: JSON.stringify({ run: 2, at: { stage: 'verify' }, token: 'b' }) });

  it('are compared value by value, and masked values are not compared', () => {
    expect(comparePayloads(left, 'output', right, 'output')).toEqual({
      rows: [
        { name: 'run', comparison: 'changed', left: '1', right: '2' },
        {
          name: 'token',
          comparison: 'masked',
          left: 'masked, secret, 1 characters',
          right: 'masked, secret, 1 characters',
        },
        { name: 'only', comparison: 'only-left', left: 'true', right: null },
      ],
      same: 1,
      different: 2,
      masked: 1,
    });
  });

  it('cannot be compared if one event has none', () => {
    expect(comparePayloads(left, 'input', right, 'output')).toBeNull();
  });
});
