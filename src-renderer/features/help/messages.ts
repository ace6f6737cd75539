export const messages = {
  page: {
    title: 'Help',
    contents: 'Contents',
    search: 'Search the guide',
    print: 'Print this page',
    previous: 'Previous page',
    next: 'Next page',
    results: (count: number): string => (count === 1 ? '1 section' : `${String(count)} sections`),
    noResults: (query: string): string => `No section contains “${query}”`,
    noResultsNext: 'Try one word of it, or look through the contents.',
    clear: 'Clear the search',
    noPage: (name: string): string => `The guide has no page “${name}”`,
    noPageNext: 'The address may be mistyped or from another version.',
    toStart: 'Go to the start of the guide',
    outside: 'Not part of this guide; found in the repository',
    outsideWeb: 'Not opened from here',
  },
} as const;
