import { describe, expect, it } from 'vitest';
import {
  describeEmpty,
  listMinuteChoices,
  formatMinutes,
  describeNotAsked,
} from '#renderer/features/downloads/files/standing-pane.tsx';

describe('minutes', () => {
  it('are offered together with those of a link', () => {
    expect(listMinuteChoices(30)).toEqual([5, 15, 30, 60, 180, 720, 1_440, 10_080]);
    expect(listMinuteChoices(45)).toContain(45);
    expect([30, 60, 90, 1_440, 10_080].map(formatMinutes)).toEqual(['30 min', '1 h', '90 min', '1 d', '7 d']);
    expect(describeEmpty('stuck', 60)).toBe('No file has been downloading for over 1 h');
    expect(describeNotAsked('stuck')).toContain('waiting files, were not read');
    expect(describeNotAsked('never-picked-up')).toContain('downloading files, were not read');
  });
});
