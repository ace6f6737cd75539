import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { auditReport } from '#scripts/audit/audit-report.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';

async function aWrittenHome(): Promise<{ home: string; file: string }> {
  const home = aHome();
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'admin' }),
  });
  const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
  await audit.around({ operation: 'plans.start', input: {}, context }, () => ok({}));
  audit.close();
  return { home, file: join(home, 'audit', readdirSync(join(home, 'audit'))[0] ?? '') };
}

test('a valid trail gives exit code 0, for people and for programs', async () => {
  const { home } = await aWrittenHome();
  expect(await auditReport(['--home', home], '')).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(
      /^whole {5}2026-11-20T00-00-00\.000Z-[0-9a-f]{8}-\d+\.jsonl: 4 entries, not anchored\n$/,
    ),
  });
  const { text } = await auditReport(['--home', home, '--json'], '');
  expect(JSON.parse(text)).toMatchObject({ chains: [{ state: 'being-written', entries: 4 }] });
  expect(await auditReport([], aHome())).toEqual({
    exitCode: 0,
    text: 'No audit trail in this folder.\n',
  });
});

test('tampering is reported with its file and its line, and exit code 1', async () => {
  const { home, file } = await aWrittenHome();
  writeFileSync(file, readFileSync(file, 'utf8').replace('"code":"ok"', '"code":"ko"'));
  const { text, exitCode } = await auditReport(['--home', home], '');
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^BROKEN {4}.+\.jsonl: Line 3 was changed.+ 2 entries before it intact\.\n$/);
  expect((await auditReport(['--home', home, '--json'], '')).exitCode).toBe(1);
});

test('an incomplete last line, as a crash leaves it, is reported and is not tampering', async () => {
  const { home, file } = await aWrittenHome();
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"sequence":2,"a`);
  // The file name holds the id of the process that wrote it, which is the test's own and still runs.
  const { text, exitCode } = await auditReport(['--home', home], '');
  expect([exitCode, text.includes('whole')]).toEqual([0, true]);
});

test('unknown arguments are refused with exit code 2', async () => {
  for (const argv of [['--hmoe', 'x'], ['x'], ['--home']]) {
    const { text, exitCode } = await auditReport(argv, aHome());
    expect(exitCode).toBe(2);
    expect(text).toMatch(/^Nothing was verified\. /);
  }
  expect((await auditReport(['--help'], '')).exitCode).toBe(0);
});
