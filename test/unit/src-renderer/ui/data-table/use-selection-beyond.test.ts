import { describe, expect, it } from 'vitest';
import { changeSelection } from '#renderer/ui/data-table/use-selection-beyond.ts';

const loaded = ['a', 'b', 'c'];
const nothing: ReadonlySet<string> = new Set();

describe('all that match', () => {
  it('leaves out the rows that are deselected, and takes them back', () => {
    const without = changeSelection({ except: nothing }, loaded, new Set(['a', 'c']), 500);
    expect(without).toEqual({ chosen: nothing, except: new Set(['b']) });
    expect(changeSelection(without, loaded, new Set(loaded), 500)).toEqual({
      chosen: nothing,
      except: nothing,
    });
  });

  it('keeps rows left out that are no longer loaded', () => {
    const before = { except: new Set(['gone']) };
    expect(changeSelection(before, loaded, new Set(['a', 'b']), 500).except).toEqual(new Set(['gone', 'c']));
  });

  it('becomes a selection of single rows when it is cleared or leaves out too many', () => {
    expect(changeSelection({ except: nothing }, loaded, nothing, 500)).toEqual({
      chosen: nothing,
      except: null,
    });
    expect(changeSelection({ except: nothing }, loaded, new Set(['a']), 1)).toEqual({
      chosen: new Set(['a']),
      except: null,
    });
  });

  it('does not begin by selecting rows one by one', () => {
    expect(changeSelection({ except: null }, loaded, new Set(loaded), 500)).toEqual({
      chosen: new Set(loaded),
      except: null,
    });
  });
});
