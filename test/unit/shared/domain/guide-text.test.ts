import { describe, expect, it } from 'vitest';
import { plainText, readGuideText, type Inlines } from '#shared/domain/guide-text.ts';

const text = (words: string): Inlines => [{ kind: 'text', text: words }];

describe('the text of the guide', () => {
  it('has headings with the ids that GitHub gives them', () => {
    const { blocks } = readGuideText('# The guide\n## 1. Write the entry\n## Words\n### `Words`\n');
    expect(blocks.map((block) => block.kind === 'heading' && [block.level, block.id])).toEqual([
      [1, 'the-guide'],
      [2, '1-write-the-entry'],
      [2, 'words'],
      [3, 'words-1'],
    ]);
  });

  it('has paragraphs of lines that belong together', () => {
    expect(readGuideText('One\ntwo.\n\nThree.').blocks).toEqual([
      { kind: 'paragraph', text: text('One two.') },
      { kind: 'paragraph', text: text('Three.') },
    ]);
  });

  it('has bold, code and links, and code inside of them', () => {
    const { blocks } = readGuideText('Press **`P` now**, see [the `file`](../a.md#b).');
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        text: [
          { kind: 'text', text: 'Press ' },
          { kind: 'strong', text: [{ kind: 'code', text: 'P' }, ...text(' now')] },
          { kind: 'text', text: ', see ' },
          { kind: 'link', to: '../a.md#b', text: [...text('the '), { kind: 'code', text: 'file' }] },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  it('has lists of both kinds, with items of several lines', () => {
    expect(readGuideText('- one\n  more\n- two\n\n1. first\n2. second').blocks).toEqual([
      { kind: 'list', ordered: false, items: [text('one more'), text('two')] },
      { kind: 'list', ordered: true, items: [text('first'), text('second')] },
    ]);
  });

  it('has tables, where a bar inside of code belongs to its cell', () => {
    expect(readGuideText('| key | does |\n|---|---|\n| `a|b` | this |\n').blocks).toEqual([
      {
        kind: 'table',
        head: [text('key'), text('does')],
        rows: [[[{ kind: 'code', text: 'a|b' }], text('this')]],
      },
    ]);
  });

  it('keeps code as it is written', () => {
    expect(readGuideText('```json\n{ "a": "**b**" }\n\n# c\n```\nafter').blocks).toEqual([
      { kind: 'code', text: '{ "a": "**b**" }\n\n# c' },
      { kind: 'paragraph', text: text('after') },
    ]);
  });

  it('has pictures in both themes, and leaves any other HTML as text', () => {
    const picture =
      '<picture><source media="(prefers-color-scheme: light)" srcset="a-light.png"><img alt="A" src="a-dark.png"></picture>';
    expect(readGuideText(`${picture}\n<script>alert(1)</script>`).blocks).toEqual([
      { kind: 'picture', dark: 'a-dark.png', light: 'a-light.png', alt: 'A' },
      { kind: 'paragraph', text: text('<script>alert(1)</script>') },
    ]);
  });

  it('is plain text for a search', () => {
    const [block] = readGuideText('**Press `P`** in [Triage](a.md).').blocks;
    expect(block?.kind === 'paragraph' && plainText(block.text)).toBe('Press P in Triage.');
  });
});
