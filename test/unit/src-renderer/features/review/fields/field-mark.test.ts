import { describe, expect, test } from 'vitest';
import { fieldMark, lineMark } from '#renderer/features/review/fields/field-mark.tsx';
import { aReviewField } from '#test/builders/a-review-document.ts';

describe('the mark of a field', () => {
  const sure = aReviewField('supplier');
  const flagged = aReviewField('total', { flags: ['readers disagree'] });
  const quiet = { edit: undefined, isAsked: false, mode: 'review' } as const;
  const asked = { ...quiet, isAsked: true };

  test('is a quiet tick for the machine', () => {
    expect(fieldMark(sure, quiet)).toBe('machine');
    expect(fieldMark({ ...sure, readBy: 'reviewer' }, quiet)).toBe('person');
  });

  test('is empty where nothing was found', () => {
    expect(fieldMark({ ...sure, value: null }, quiet)).toBe('none');
  });

  test('is a diamond until a person has decided', () => {
    expect(fieldMark(flagged, asked)).toBe('needs you');
    expect(fieldMark(sure, asked)).toBe('needs you');
    expect(fieldMark(flagged, { ...asked, edit: { kind: 'unreadable' } })).toBe('you');
    expect(fieldMark(flagged, { ...asked, edit: { kind: 'value', value: ' ' } })).toBe('needs you');
  });

  test('is a diamond in a quality check only for a doubt', () => {
    expect(fieldMark(sure, { ...asked, mode: 'check' })).toBe('to check');
    expect(fieldMark(flagged, { ...asked, mode: 'check' })).toBe('needs you');
  });

  test('is shared by the cells of a line', () => {
    const open = { isOpen: true, isUnsure: true, mode: 'check' } as const;
    expect(lineMark(false, open)).toBe('none');
    expect(lineMark(true, open)).toBe('needs you');
    expect(lineMark(true, { ...open, isUnsure: false })).toBe('to check');
    expect(lineMark(true, { ...open, isOpen: false })).toBe('you');
  });
});
