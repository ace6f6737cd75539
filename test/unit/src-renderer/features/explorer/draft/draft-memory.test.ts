import { describe, expect, test } from 'vitest';
import {
  correctText,
  redoStep,
  undoStep,
  writeText,
  type OpenDraft,
} from '#renderer/features/explorer/draft/draft-memory.ts';

const opened: OpenDraft = {
  text: 'opened',
  guesses: [],
  notes: [],
  from: 'a table',
  name: 'shop',
  fingerprint: null,
  before: [],
  undone: [],
  isTyping: false,
  tab: 'text',
};

describe('undo in a draft', () => {
  test('takes back the typing first, and then the correction before it', () => {
    const corrected = correctText(opened, 'corrected');
    const typed = writeText(writeText(corrected, 'corrected b'), 'corrected by hand');
    const undone = undoStep(typed);
    expect(undone.text).toBe('corrected');
    expect(undoStep(undone).text).toBe('opened');
    expect(undoStep(undoStep(undone)).text).toBe('opened');
  });

  test('keeps the text that it takes back, so that it can be done again', () => {
    const typed = writeText(correctText(opened, 'corrected'), 'corrected by hand');
    const back = undoStep(undoStep(typed));
    expect(redoStep(back).text).toBe('corrected');
    expect(redoStep(redoStep(back)).text).toBe('corrected by hand');
    expect(redoStep(redoStep(redoStep(back))).text).toBe('corrected by hand');
    expect(undoStep(redoStep(back)).text).toBe('opened');
  });

  test('begins another step with what is typed after it', () => {
    const again = writeText(undoStep(writeText(opened, 'opened by hand')), 'opened otherwise');
    expect(undoStep(again).text).toBe('opened');
    expect(redoStep(again).text).toBe('opened otherwise');
  });

  test('takes back a correction alone after text was typed', () => {
    const typed = writeText(opened, 'opened by hand');
    expect(undoStep(correctText(typed, 'corrected')).text).toBe('opened by hand');
  });

  test('keeps no step for a text that has not changed', () => {
    expect(writeText(opened, 'opened').before).toEqual([]);
    expect(correctText(opened, 'opened').before).toEqual([]);
  });
});
