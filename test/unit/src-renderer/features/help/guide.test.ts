import { describe, expect, it, test } from 'vitest';
import { pages } from '#renderer/app/pages.ts';
import { findLinkedPlace, helpPages, listSections, searchGuide } from '#renderer/features/help/guide.ts';
import { plainText, type Block, type Inlines } from '#shared/domain/guide-text.ts';

function listInlines(block: Block): readonly Inlines[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.text];
    case 'list':
      return block.items;
    case 'table':
      return [...block.head, ...block.rows.flat()];
    default:
      return [];
  }
}

function linksIn(text: Inlines): readonly string[] {
  return text.flatMap((one) => {
    if (one.kind === 'link') return [one.to];
    return one.kind === 'strong' ? linksIn(one.text) : [];
  });
}

/** Only text can hold markup that was not understood; code may look like it. */
function textIn(text: Inlines): string {
  return text
    .map((one) => (one.kind === 'text' ? one.text : one.kind === 'code' ? '' : textIn(one.text)))
    .join('');
}

test('no page of Help shows markup that was not understood', () => {
  const left = helpPages.flatMap(({ name, blocks }) =>
    blocks.flatMap(listInlines).flatMap((inlines) => {
      const found = /\*\*|\]\(|<\w+|^\||^#|`/.exec(textIn(inlines));
      return found === null ? [] : [`${name}: ${plainText(inlines)}`];
    }),
  );
  expect(left).toEqual([]);
});

test('every picture of the guide has a built address in both themes', () => {
  const shown = helpPages.flatMap(({ blocks, pictures }) =>
    blocks.flatMap((block) =>
      block.kind === 'picture' ? [pictures[block.dark], pictures[block.light]] : [],
    ),
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.every((address) => address?.includes('.png'))).toBe(true);
});

test('every link inside of the guide leads to a section that exists', () => {
  const lost = helpPages.flatMap((page) =>
    page.blocks
      .flatMap(listInlines)
      .flatMap(linksIn)
      .flatMap((to) => {
        const place = findLinkedPlace(page, to);
        if (place?.section === undefined) return [];
        const target = helpPages.find(({ name }) => name === place.page);
        const isThere = target && listSections(target).some(({ section }) => section === place.section);
        return isThere ? [] : [`${page.name}: ${to}`];
      }),
  );
  expect(lost).toEqual([]);
});

test('every page of the console names a part of the guide that exists', () => {
  for (const { path, guide } of pages) {
    const [name, section] = guide.split('#');
    const page = helpPages.find((one) => one.name === name);
    expect(page, path).toBeDefined();
    if (section === undefined || page === undefined) continue;
    expect(
      listSections(page).map((one) => one.section),
      path,
    ).toContain(section);
  }
});

describe('a link of the guide', () => {
  const start = helpPages[0];
  if (start === undefined) throw new Error('The guide has no pages.');

  it('stays inside where Help has the page', () => {
    expect(findLinkedPlace(start, 'support.md')).toEqual({ page: 'support', section: undefined });
    expect(findLinkedPlace(start, '../connect.md#2-sign-in')).toEqual({
      page: 'connect',
      section: '2-sign-in',
    });
    expect(findLinkedPlace(start, '#words')).toEqual({ page: 'start', section: 'words' });
  });

  it('leads nowhere for what is not part of the guide', () => {
    for (const to of [
      '../reliability.md',
      '../../shared/a.ts',
      'https://example.com/',
      'javascript:alert(1)',
      'file:///etc',
    ]) {
      expect(findLinkedPlace(start, to), to).toBeNull();
    }
  });
});

describe('a search of the guide', () => {
  it('finds sections that contain every word, those that name it first', () => {
    const [first] = searchGuide('thresholds');
    expect(first).toMatchObject({ page: 'admin', section: 'thresholds', pageTitle: 'Admin' });
    expect(searchGuide('expired SSO')).toContainEqual(
      expect.objectContaining({ page: 'troubleshooting', section: 'signing-in-to-aws' }),
    );
  });

  it('finds keys, and shows where the word is', () => {
    const found = searchGuide('postpone for an hour').find(({ page }) => page === 'keys');
    expect(found?.title).toBe('Review');
    expect(found?.excerpt).toContain('Postpone for an hour');
  });

  it('finds nothing for no words and for words that are not there', () => {
    expect(searchGuide('  ')).toEqual([]);
    expect(searchGuide('qwertz')).toEqual([]);
  });
});
