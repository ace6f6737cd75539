/** The sentences about causes and selected documents, and about documents that a run has left behind. */
export const messages = {
  select: {
    ofCounted: (selected: string, counted: string, tab: string): string =>
      `${selected} of ${counted} in ${tab} selected`,
    all: (count: string | null, what: string): string =>
      count === null ? `All ${what} selected` : `All ${count} ${what} selected`,
    ofGroup: (group: string): string => `of group ${group}`,
    withText: (text: string): string => `with “${text}”`,
    atLeast: (count: string): string => `at least ${count}`,
    loaded: (count: string): string => `${count} of them loaded`,
    leftOut: (count: string): string => `${count} left out`,
    firstOnly: (most: string): string => `a plan takes the first ${most}`,
    button: (count: string | null): string =>
      count === null ? 'Select all that match' : `Select all ${count}`,
    buttonOfGroup: 'Select all of this group',
    reprocessAll: 'Reprocess all that match…',
    copyLoaded: (count: string): string => `Copy ${count} loaded ids`,
  },
  left: {
    title: (count: string, isOne: boolean): string =>
      `${count} ${isOne ? 'document was' : 'documents were'} left queued`,
    upTo: (count: string): string => `up to ${count}`,
    byRun: (run: number, ended: string): string => `run ${run} ended ${ended} before it reached them`,
    byRuns: 'their run ended before it reached them',
    inProgress: 'another run is in progress; the plan has only those that no run will reach',
    reprocess: (count: string): string => `Reprocess ${count}…`,
    command: 'Reprocess the documents left queued by a run…',
    label: 'left queued',
    show: 'Show these documents under Left',
  },
};
