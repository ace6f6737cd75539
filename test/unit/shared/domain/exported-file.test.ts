import { describe, expect, it } from 'vitest';
import { csvFile, fileStamp, jsonFile } from '#shared/domain/exported-file.ts';

describe('an exported file', () => {
  it('is a table with the mark of UTF-8, in which no cell is a formula', () => {
    expect(csvFile(['name'], [['=1+1']])).toBe("\uFEFFname\r\n'=1+1\r\n");
  });

  it('is an array with one object a line, also where there is none', () => {
    expect(jsonFile(['{"a":1}', '{"a":2}'])).toBe('[\n  {"a":1},\n  {"a":2}\n]\n');
    expect(jsonFile([])).toBe('[]\n');
  });

  it('has the moment in its name, without what a file system may not take', () => {
    expect(fileStamp(Date.UTC(2026, 10, 20, 15, 0, 7, 12))).toBe('20261120T150007Z');
  });
});
