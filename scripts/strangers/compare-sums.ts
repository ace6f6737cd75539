import { allPages, sampled, told, type Desk } from './compare-lists.ts';
import { documentsIn } from './recount.ts';
import type { PlantedBatch } from './world.ts';

/** Compares Costs: batches, documents and units of 1, 7 and 30 days, read to the end. */
export async function compareCosts({ world, counted, console, figures }: Desk): Promise<void> {
  const [first] = world.tenants;
  const hasDirectory = world.tenants.every(({ isInDirectory }) => isInDirectory);
  for (const tenantId of [...(first ? [first.tenantId] : []), ...(hasDirectory ? [null] : [])]) {
    for (const days of tenantId === null ? ([30] as const) : ([1, 7, 30] as const)) {
      const of = `Costs of ${tenantId ?? 'all'}, ${days} d`;
      const costs = await console.until(
        'costs.watch',
        { tenantId, days, budget: null },
        ({ state }) => state !== 'listing' && state !== 'metering',
      );
      if (costs.state === 'failed') {
        figures.wrong(of, `failed: ${costs.trouble ?? 'no reason'}`);
        continue;
      }
      const daysLong = (Date.parse(costs.to) - Date.parse(costs.from)) / 86_400_000 + 1;
      figures.same(`${of}, days`, daysLong, days);
      const planted = counted.between(tenantId, costs.from, costs.to);
      // Batches without a creation time have a line of their own and no day.
      const cells = costs.cells.filter(({ day }) => day !== null);
      const undated = costs.cells.filter(({ day }) => day === null);
      const isAtLeast = !costs.isWhole;
      const sum = (value: (cell: (typeof cells)[number]) => number): number =>
        cells.reduce((all, cell) => all + value(cell), 0);
      figures.counted(`${of}, batches`, { count: sum((cell) => cell.batches), isAtLeast }, planted.length);
      figures.counted(
        `${of}, documents`,
        { count: sum((cell) => cell.documents), isAtLeast },
        documentsIn(planted),
      );
      figures.counted(
        `${of}, without a day`,
        { count: undated.reduce((all, cell) => all + cell.batches, 0), isAtLeast: true },
        counted.withoutTime(counted.ofTenant(tenantId)).length,
      );
      const isMetered = costs.rest === 0 && costs.waiting === 0;
      const units = (value: (usage: { pages: number; inputTokens: number }) => number): number =>
        planted.reduce(
          (all, batch) => all + usagesIn(batch).reduce((own, usage) => own + value(usage), 0),
          0,
        );
      figures.counted(
        `${of}, pages`,
        { count: sum((cell) => cell.metered.textract.pages), isAtLeast: isAtLeast || !isMetered },
        units(({ pages }) => pages),
      );
      figures.counted(
        `${of}, input tokens`,
        {
          count: sum((cell) => cell.metered.models.reduce((all, model) => all + model.inputTokens, 0)),
          isAtLeast: isAtLeast || !isMetered,
        },
        units(({ inputTokens }) => inputTokens),
      );
    }
  }
}

function usagesIn({ documents }: PlantedBatch) {
  return documents.flatMap(({ usage }) => usage ?? []);
}

/** Compares Workflows: those of a project, the scores of a sample, and the intake. */
export async function compareWorkflows(desk: Desk): Promise<void> {
  const { world, counted, console, figures } = desk;
  for (const { tenantId, projectId } of sampled(world.projects)) {
    const of = `Workflows of ${projectId}`;
    const rows = await allPages(desk, of, (cursor) =>
      console.call('workflows.ofProject', { tenantId, projectId, cursor, pageSize: 1_000 }),
    );
    const planted = counted.workflowsOf(tenantId, projectId);
    if (rows !== undefined) {
      figures.same(
        of,
        rows.map(({ workflowId }) => workflowId),
        planted.map(({ workflowId }) => workflowId),
      );
    }
    for (const { workflowId } of planted) await compareSample(desk, tenantId, projectId, workflowId);
  }
}

async function compareSample(
  desk: Desk,
  tenantId: string,
  projectId: string,
  workflowId: string,
): Promise<void> {
  const { counted, console, figures } = desk;
  const of = `Sample of ${workflowId}`;
  const key = { tenantId, projectId, workflowId };
  const sample = told(desk, of, await console.call('workflows.sample', { ...key, most: 10_000 }));
  if (sample === undefined) return;
  const own = counted.ofProject(tenantId, projectId).filter((batch) => batch.workflowId === workflowId);
  const since = Date.parse(sample.readAt) - sample.days * 86_400_000;
  const recent = counted.createdSince(own, since);
  const scores = recent.flatMap(({ documents }) => documents.flatMap(({ score }) => score ?? []));
  const isWhole = sample.endedBy !== 'most' && !sample.intake.isAtLeast;
  // A batch without a creation time may be left out or included.
  const undated = counted.withoutTime(own);
  if (isWhole && undated.length === 0) {
    figures.same(
      `${of}, scores`,
      sample.documents.map(({ score }) => score).toSorted((a, b) => a - b),
      scores.toSorted((a, b) => a - b),
    );
  } else {
    figures.counted(`${of}, scores`, { count: sample.documents.length, isAtLeast: true }, scores.length);
  }
  figures.counted(
    `${of}, intake`,
    { count: sample.intake.documents, isAtLeast: sample.intake.isAtLeast },
    documentsIn(recent),
  );
  const running = [
    ...own.filter((batch) => batch.status === 'PROCESSING' && batch.isInIndex),
    ...recent.filter(({ status }) => status === 'QUEUED'),
  ];
  figures.members(
    `${of}, running batches`,
    sample.running.batches.map(({ batchId }) => batchId),
    running.map(({ batchId }) => batchId),
    !sample.running.isAtLeast,
  );
}

/** Compares Dead letters: the depth of each queue, and the contents of a sample by cause. */
export async function compareDeadLetters(desk: Desk): Promise<void> {
  const { world, console, figures } = desk;
  const { documentDeadLetterQueue: letters, webhookDeadLetterQueue: hooks, documentQueue } = world.names;
  const read = told(desk, 'Dead letters, queues', await console.call('dead-letters.queues', {}));
  if (read === undefined) return;
  for (const [name, depth] of [
    [letters, world.messages.length],
    [hooks, 0],
  ] as const) {
    const queue = read.queues.find((one) => one.name === name)?.queue ?? null;
    if (queue === null) {
      figures.wrong(
        `Dead letters, ${name}`,
        read.queues.find((one) => one.name === name)?.failure ?? 'not listed',
      );
      continue;
    }
    // A count that a service leaves out is unknown, and not zero.
    const { waiting, inFlight } = queue.depth;
    figures.counted(
      `Dead letters, depth of ${name}`,
      { count: (waiting ?? 0) + (inFlight ?? 0), isAtLeast: waiting === null || inFlight === null },
      depth,
    );
    // A service that cannot tell which queues send to this one leaves this empty.
    if (name === letters && queue.sources.length > 0) {
      figures.same(
        `Dead letters, who sends to ${name}`,
        queue.sources.map((source) => source.name),
        [documentQueue],
      );
    }
  }
  const sample = told(
    desk,
    'Dead letters, sample',
    await console.call('dead-letters.sample', { queue: letters, most: 1_000, holdSeconds: 600 }),
  );
  if (sample === undefined) return;
  const { length } = world.messages;
  figures.counted('Dead letters, sampled', { count: sample.rows.length, isAtLeast: !sample.isWhole }, length);
  const grouped = sample.groups.reduce((sum, { messages }) => sum + messages, 0);
  figures.same('Dead letters, in groups', grouped, sample.rows.length);
  for (const code of ['UnknownBatch', 'NotAPdf']) {
    const own = sample.groups.filter((group) => group.code === code);
    figures.counted(
      `Dead letters, because ${code}`,
      { count: own.reduce((sum, { messages }) => sum + messages, 0), isAtLeast: !sample.isWhole },
      world.messages.filter(({ failureCode }) => failureCode === code).length,
    );
  }
  const opened = new Set<string>();
  // Each opened message is audited and so written to disk, which is why a few are enough.
  for (const { messageId } of sample.rows.slice(0, 3)) {
    const message = told(
      desk,
      'Dead letters, message',
      await console.call('dead-letters.message', { queue: letters, messageId }),
    );
    const mark = world.messages.find((one) => message?.body.text.includes(one.mark) === true)?.mark;
    // A masked body shows no mark; the row is counted all the same.
    if (mark !== undefined) opened.add(mark);
  }
  figures.counted('Dead letters, marks seen', { count: opened.size, isAtLeast: true }, length);
  told(desk, 'Dead letters, let go', await console.call('dead-letters.release', { queue: letters }));
}

/** Compares Downloads: the batches of a day, their files by state, files that do not move, and each file. */
export async function compareDownloads(desk: Desk): Promise<void> {
  const { world, counted, console, figures } = desk;
  for (const date of new Set(world.downloads.map((one) => one.date))) {
    const day = told(desk, `Downloads of ${date}`, await console.call('downloads.day', { date }));
    if (day === undefined) continue;
    figures.members(
      `Downloads of ${date}`,
      day.batches.map(({ batchId, status }) => `${batchId} ${status}`),
      world.downloads.filter((one) => one.date === date).map(({ batchId, status }) => `${batchId} ${status}`),
      day.isAll,
    );
  }
  for (const { batchId, expected, completed, failed } of world.downloads) {
    const of = `Downloads, batch ${batchId}`;
    const own = world.files.filter((file) => file.batchId === batchId);
    const files = await allPages(desk, of, (cursor) =>
      console.call('downloads.filesOfBatch', { batchId, cursor }),
    );
    if (files !== undefined) {
      figures.members(
        `${of}, files by state`,
        files.map(({ fileId, status }) => `${fileId} ${status}`),
        own.map(({ fileId, status }) => `${fileId} ${status}`),
      );
    }
    const open = told(desk, `${of}, open files`, await console.call('downloads.openFiles', { batchId }));
    if (open !== undefined) {
      const done = new Set([...completed, ...failed]);
      figures.members(
        `${of}, open files`,
        open.files.map(({ fileId }) => fileId),
        expected.filter((fileId) => !done.has(fileId)),
      );
    }
  }
  for (const [kind, status] of [
    ['stuck', 'downloading'],
    ['never-picked-up', 'available'],
  ] as const) {
    const rows = await allPages(desk, `Downloads, ${kind}`, (cursor) =>
      console.call('downloads.standing', { kind, minutes: 30, cursor }),
    );
    const planted = counted.standing(status, world.now - 30 * 60_000);
    if (rows !== undefined) {
      figures.members(
        `Downloads, ${kind}`,
        rows.map(({ fileId }) => fileId),
        planted.map(({ fileId }) => fileId),
      );
    }
  }
  for (const { fileId, status } of world.files) {
    const file = told(desk, `Downloads, file ${fileId}`, await console.call('downloads.file', { fileId }));
    if (file !== undefined) figures.same(`Downloads, file ${fileId}`, file.status, status);
  }
}
