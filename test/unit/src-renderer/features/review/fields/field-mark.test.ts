import { describe, expect, test } from 'vitest';
import { fieldMark, lineMark } from '#renderer/features/review/fields/field-mark.tsx';
import { aReviewField } from '#test/builders/a-review-document.ts';

describe('the mark of a field', () => {
  const sure = aReviewField('supplier');
  const flagged = aReviewField('total', { flags: ['readers disagree'] });
  const quiet = { edit: undefined, isAsked: false, mode: 'review' } as const;
  const asked = { ...quiet, isAsked: true };

  test('a quiet tick is the machine’s', () => {
    expect(fieldMark(sure, quiet)).toBe('machine');
    expect(fieldMark({ ...sure, readBy: 'reviewer' }, quiet)).toBe('person');
  });

  test('nothing was accepted where nothing was found', () => {
    expect(fieldMark({ ...sure, value: null }, quiet)).toBe('none');
  });

  test('a diamond waits for a person, and goes with the decision', () => {
    expect(fieldMark(flagged, asked)).toBe('needs you');
    expect(fieldMark(sure, asked)).toBe('needs you');
    expect(fieldMark(flagged, { ...asked, edit: { kind: 'unreadable' } })).toBe('you');
    expect(fieldMark(flagged, { ...asked, edit: { kind: 'value', value: ' ' } })).toBe('needs you');
  });

  test('in a check of quality only a doubt has the diamond', () => {
    expect(fieldMark(sure, { ...asked, mode: 'check' })).toBe('to check');
    expect(fieldMark(flagged, { ...asked, mode: 'check' })).toBe('needs you');
  });

  test('a line has one for its cells', () => {
    const open = { isOpen: true, isUnsure: true, mode: 'check' } as const;
    expect(lineMark(false, open)).toBe('none');
    expect(lineMark(true, open)).toBe('needs you');
    expect(lineMark(true, { ...open, isUnsure: false })).toBe('to check');
    expect(lineMark(true, { ...open, isOpen: false })).toBe('you');
  });
});
