import { openDeskStore } from '#main/features/review/desk-store.ts';
import { aSession } from '#test/builders/a-session.ts';

/** Runs a console whose reviewer types endlessly. Each keystroke is printed once it is stored. */
const [home = '', life = '0'] = process.argv.slice(2);
const desk = openDeskStore({
  home,
  session: () => aSession(),
  onSession() {},
  log: { warn() {} },
  now: Date.now,
});

for (let stroke = 0; ; stroke += 1) {
  const documentId = `document-${stroke % 3}`;
  const key = { tenantId: 't', projectId: 'p', batchId: 'b', documentId };
  desk.saveDraft(key, {
    key,
    fileName: null,
    version: 1,
    // The length varies, so that a kill may fall into the middle of a write.
    edits: { total: { kind: 'value', value: `${life}.${stroke}`.padEnd((stroke * 97) % 1_900, '.') } },
    comment: '',
    intentKey: 'intent-of-the-test',
    sent: null,
    savedAt: new Date().toISOString(),
  });
  process.stdout.write(`${stroke % 3} ${life}.${stroke}\n`);
}
