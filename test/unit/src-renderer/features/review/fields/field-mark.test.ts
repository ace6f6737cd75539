import { describe, expect, test } from 'vitest';
import { findFieldMark, findLineMark } from '#renderer/features/review/fields/field-mark.tsx';
import { aReviewField } from '#test/builders/a-review-document.ts';

describe('the mark of a field', () => {
  const sure = aReviewField('supplier');
  const flagged = aReviewField('total', { flags: ['readers disagree'] });
  const quiet = { edit: undefined, isAsked: false, mode: 'review' } as const;
  const asked = { ...quiet, isAsked: true };

  test('is a quiet tick for the machine', () => {
    expect(findFieldMark(sure, quiet)).toBe('machine');
    expect(findFieldMark({ ...sure, readBy: 'reviewer' }, quiet)).toBe('person');
  });

  test('is empty where nothing was found', () => {
    expect(findFieldMark({ ...sure, value: null }, quiet)).toBe('none');
  });

  test('is a diamond until a person has decided', () => {
    expect(findFieldMark(flagged, asked)).toBe('needs you');
    expect(findFieldMark(sure, asked)).toBe('needs you');
    expect(findFieldMark(flagged, { ...asked, edit: { kind: 'unreadable' } })).toBe('you');
    expect(findFieldMark(flagged, { ...asked, edit: { kind: 'value', value: ' ' } })).toBe('needs you');
  });

  test('is a diamond in a quality check only for a doubt', () => {
    expect(findFieldMark(sure, { ...asked, mode: 'check' })).toBe('to check');
    expect(findFieldMark(flagged, { ...asked, mode: 'check' })).toBe('needs you');
  });

  test('is shared by the cells of a line', () => {
    const open = { isOpen: true, isUnsure: true, mode: 'check' } as const;
    expect(findLineMark(false, open)).toBe('none');
    expect(findLineMark(true, open)).toBe('needs you');
    expect(findLineMark(true, { ...open, isUnsure: false })).toBe('to check');
    expect(findLineMark(true, { ...open, isOpen: false })).toBe('you');
  });
});
