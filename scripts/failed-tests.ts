interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Names each failed test with its reason. The end of a log is what is kept, so they are printed there. */
  readonly failures: readonly string[];
}

/** A skipped test proves nothing, so it counts as a failure, and so does a file that did not load. */
export function vitestTally(report: VitestReport, ended: boolean): Tally {
  const red = report.numFailedTests + report.numPendingTests;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status !== 'passed');
    if (failed.length === 0) return status === 'failed' ? [told(name, message)] : [];
    return failed.map((one) =>
      told(`${name} › ${one.fullName} (${one.status})`, one.failureMessages.join('\n')),
    );
  });
  return { passed: report.numPassedTests, failed: Math.max(red, ended ? 0 : 1), failures };
}

/** A test that passed only at another try is a failure as well: there is no second try (decision 017). */
export function playwrightTally(report: PlaywrightReport, ended: boolean): Tally {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: Math.max(unexpected + flaky + skipped, ended ? 0 : 1),
    failures: report.suites.flatMap((suite) => failuresIn(suite, [])),
  };
}

function failuresIn(suite: Suite, above: readonly string[]): string[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) =>
        told(
          `${[...path, spec.title].join(' › ')} (${status})`,
          results.map(({ error }) => error?.message ?? '').join('\n'),
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, path))];
}

function told(name: string, why: string): string {
  const lines = why.split('\n').filter((line) => line.trim() !== '');
  return [`✗ ${name}`, ...lines.slice(0, mostLines).map((line) => `    ${line}`)].join('\n');
}

const mostLines = 12;
