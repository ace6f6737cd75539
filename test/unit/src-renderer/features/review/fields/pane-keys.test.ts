import { describe, expect, test } from 'vitest';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { allPlaces, placesToDecide } from '#shared/domain/review/draft-rules.ts';
import {
  findPaneAction,
  findTypingAction,
  type Standing,
} from '#renderer/features/review/fields/pane-keys.ts';
import { aReadDocument } from './a-read-document.ts';

function standing(more: Partial<Standing> = {}, document: ReviewDocument = aReadDocument()): Standing {
  return {
    document,
    edits: {},
    places: allPlaces(document),
    toDecide: new Set(placesToDecide(document, 'review')),
    focused: 'total',
    lastField: null,
    isLocked: false,
    ...more,
  };
}

describe('moving from place to place', () => {
  test.each([
    ['j', 'supplier', 'purchaseOrder'],
    ['j', 'purchaseOrder', 'total'],
    ['j', 'total', 'lineItems.1.amount'],
    ['k', 'lineItems.1.amount', 'total'],
    ['k', 'currency', 'purchaseOrder'],
    ['J', 'supplier', 'purchaseOrder'],
    ['ArrowDown', 'purchaseOrder', 'currency'],
    ['ArrowUp', 'purchaseOrder', 'supplier'],
    ['ArrowDown', 'total', 'lineItems.0.description'],
    ['ArrowDown', 'lineItems.0.unit', 'lineItems.1.unit'],
    ['ArrowUp', 'lineItems.0.unit', 'total'],
    ['ArrowRight', 'lineItems.0.unit', 'lineItems.0.amount'],
    ['ArrowLeft', 'lineItems.0.unit', 'lineItems.0.quantity'],
    ['Home', 'lineItems.2.amount', 'lineItems.2.description'],
    ['End', 'supplier', 'total'],
    ['l', 'supplier', 'lineItems.1.amount'],
  ])('%s at %s leads to %s', (key, focused, to) => {
    expect(findPaneAction(key, standing({ focused }))).toEqual({ kind: 'go', to });
  });

  test.each([
    ['j', 'lineItems.1.amount'],
    ['k', 'purchaseOrder'],
    ['ArrowUp', 'supplier'],
    ['ArrowDown', 'lineItems.2.unit'],
    ['ArrowLeft', 'supplier'],
    ['ArrowRight', 'lineItems.0.amount'],
  ])('%s at %s stays, because movement does not wrap around', (key, focused) => {
    expect(findPaneAction(key, standing({ focused }))).toBeUndefined();
  });

  test('a decided place can be visited again', () => {
    const edits = { purchaseOrder: { kind: 'accepted' } } as const;
    expect(findPaneAction('k', standing({ edits }))).toEqual({ kind: 'go', to: 'purchaseOrder' });
  });

  test('L leads out of the lines to the last field', () => {
    const inLines = { focused: 'lineItems.0.unit', lastField: 'currency' };
    expect(findPaneAction('l', standing(inLines))).toEqual({ kind: 'go', to: 'currency' });
  });

  test('without a focus the first place is next', () => {
    expect(findPaneAction('j', standing({ focused: null }))).toEqual({ kind: 'go', to: 'purchaseOrder' });
    expect(findPaneAction('ArrowDown', standing({ focused: null }))).toEqual({ kind: 'go', to: 'supplier' });
  });

  test('moving works where nothing can be changed', () => {
    expect(findPaneAction('j', standing({ focused: 'supplier', isLocked: true }))).toBeDefined();
  });
});

describe('deciding', () => {
  test('Enter accepts a field unchanged', () => {
    expect(findPaneAction('Enter', standing())).toEqual({
      kind: 'decide',
      place: 'total',
      edit: { kind: 'accepted' },
    });
  });

  test('Enter keeps a typed value', () => {
    const edits = { total: { kind: 'value', value: '2,991.60' } } as const;
    expect(findPaneAction('Enter', standing({ edits }))).toEqual({
      kind: 'decide',
      place: 'total',
      edit: null,
    });
  });

  test('Enter accepts a cleared field as it was read', () => {
    const edits = { total: { kind: 'value', value: ' ' } } as const;
    expect(findPaneAction('Enter', standing({ edits }))).toMatchObject({ edit: { kind: 'accepted' } });
  });

  test('Enter edits a cell, or accepts one that needs review', () => {
    const [sure, unsure] = ['lineItems.0.amount', 'lineItems.1.amount'] as const;
    expect(findPaneAction('Enter', standing({ focused: sure }))).toEqual({ kind: 'type', place: sure });
    expect(findPaneAction('Enter', standing({ focused: unsure }))).toMatchObject({ kind: 'decide' });
    const edits = { [unsure]: { kind: 'accepted' } } as const;
    expect(findPaneAction('Enter', standing({ focused: unsure, edits }))).toMatchObject({ kind: 'type' });
  });

  test('1 is Textract and 2 is Bedrock, in any order of the readings', () => {
    expect(findPaneAction('1', standing())).toMatchObject({ edit: { kind: 'value', value: '2,991.60' } });
    // The picked value is the current one, so the field does not change.
    expect(findPaneAction('2', standing())).toMatchObject({ edit: { kind: 'accepted' } });
  });

  test('1 picks nothing where there are no readings', () => {
    expect(findPaneAction('1', standing({ focused: 'supplier' }))).toBeUndefined();
  });

  test('the third reviewer picks between two colleagues', () => {
    const document = aReadDocument({
      step: 'third',
      differs: ['total', 'supplier'],
      opinions: [
        {
          by: 'Maria',
          at: null,
          decision: 'approve',
          corrections: [{ field: 'supplier', unreadable: true }],
          reason: null,
        },
        {
          by: 'Tom',
          at: null,
          decision: 'approve',
          corrections: [{ field: 'total', value: '2,991.60' }],
          reason: null,
        },
      ],
    });
    expect(findPaneAction('1', standing({}, document))).toMatchObject({ edit: { kind: 'accepted' } });
    expect(findPaneAction('2', standing({}, document))).toMatchObject({ edit: { value: '2,991.60' } });
    const supplier = standing({ focused: 'supplier' }, document);
    expect(findPaneAction('1', supplier)).toMatchObject({ edit: { kind: 'unreadable' } });
  });

  test('X marks a value as unreadable', () => {
    expect(findPaneAction('x', standing())).toEqual({
      kind: 'decide',
      place: 'total',
      edit: { kind: 'unreadable' },
    });
  });

  test.each(['Enter', '1', '2', 'e', 'x'])('%s does nothing where nothing can be changed', (key) => {
    expect(findPaneAction(key, standing({ isLocked: true }))).toBeUndefined();
  });

  test.each(['Enter', 'e', 'x'])('%s does nothing to a place that the document does not have', (key) => {
    expect(findPaneAction(key, standing({ focused: 'gone' }))).toBeUndefined();
  });
});

describe('a key while a value is edited', () => {
  const press = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
  test.each([
    ['Enter', 'enter'],
    ['Tab', 'tab'],
    ['Escape', 'leave'],
    ['j', undefined],
    ['1', undefined],
  ])('%s: %s', (key, does) => {
    expect(findTypingAction({ ...press, key })).toBe(does);
  });

  test.each(['shiftKey', 'ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const)(
    'Enter with %s is not the field’s',
    (held) => {
      expect(findTypingAction({ ...press, key: 'Enter', [held]: true })).toBeUndefined();
    },
  );
});
