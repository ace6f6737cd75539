import { describe, expect, it } from 'vitest';
import { playwrightTally, vitestTally } from '#scripts/failed-tests.ts';

describe('the summary of a run', () => {
  it('names each unit test that failed or was skipped, with the beginning of its reason', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        {
          name: 'redrive.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            {
              fullName: 'a redrive loses nothing',
              status: 'failed',
              failureMessages: ['Error: lost\n\nat x'],
            },
            { fullName: 'a redrive ends', status: 'skipped', failureMessages: [] },
            { fullName: 'a redrive begins', status: 'passed', failureMessages: [] },
          ],
        },
      ],
    };
    expect(vitestTally(report, false)).toEqual({
      passed: 7,
      failed: 2,
      failures: [
        '✗ redrive.test.ts › a redrive loses nothing (failed)\n    Error: lost\n    at x',
        '✗ redrive.test.ts › a redrive ends (skipped)',
      ],
    });
  });

  it('names a file that did not load, and counts it', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [{ name: 'a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] }],
    };
    expect(vitestTally(report, false)).toEqual({
      passed: 7,
      failed: 1,
      failures: ['✗ a.test.ts\n    No such module'],
    });
  });

  it('names each browser test without the expected result, under its file and groups', () => {
    const test = (status: string, message: string) => ({ status, results: [{ error: { message } }] });
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [
        {
          title: 'costs.spec.ts',
          specs: [{ title: 'opens', ok: true, tests: [test('expected', '')] }],
          suites: [
            {
              title: 'by keyboard',
              specs: [{ title: 'moves', ok: false, tests: [test('unexpected', 'Timed out')] }],
            },
          ],
        },
      ],
    };
    expect(playwrightTally(report, false)).toEqual({
      passed: 3,
      failed: 1,
      failures: ['✗ costs.spec.ts › by keyboard › moves (unexpected)\n    Timed out'],
    });
  });

  it('counts a browser test that passed only at another try as failed, and names it', () => {
    const late = {
      stats: { expected: 10, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [
        {
          title: 'review.spec.ts',
          specs: [
            {
              title: 'no. 0',
              ok: true,
              tests: [{ status: 'flaky', results: [{ error: { message: 'Not focused' } }, {}] }],
            },
          ],
        },
      ],
    };
    expect(playwrightTally(late, true)).toEqual({
      passed: 10,
      failed: 1,
      failures: ['✗ review.spec.ts › no. 0 (flaky)\n    Not focused'],
    });
  });
});
