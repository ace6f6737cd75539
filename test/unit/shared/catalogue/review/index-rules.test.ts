import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { EntityDeclaration } from '#shared/catalogue/declaration.ts';
import { anEntity, anIndex, aPattern, aSystem, aTable, found, taskStatus } from './small-systems.ts';

function withTasks(GSI1PK: string, GSI1SK: string, parts: Partial<EntityDeclaration> = {}) {
  const keys = { PK: 'JOB#{jobId}', SK: 'TASK#{taskId}', GSI1PK, GSI1SK };
  return aSystem({
    tables: aTable({ GSI1: anIndex() }),
    entities: {
      Task: anEntity(keys, { status: taskStatus, attributes: { status: { type: 'text' } }, ...parts }),
    },
    patterns: { byStatus: aPattern('main.GSI1', GSI1PK, ['Task']) },
  });
}

describe('an index by status', () => {
  const rule = 'index-not-sparse';

  it('is found if finished items stay in it', () => {
    const [finding] = found(rule, withTasks('JOB#{jobId}#STATUS#{status}', '{at:time}'));
    expect(finding).toMatchObject({ severity: 'medium', at: 'small.main.GSI1' });
    expect(finding?.says).toContain('those that are DONE too');
    expect(finding?.why).toContain('grows');
  });

  it('is found if one status is fixed in its key', () => {
    expect(found(rule, withTasks('JOB#{jobId}#WAITING', '{at:time}'))).toHaveLength(1);
  });

  it('is not found if the system says when its keys are there', () => {
    const sparse = { GSI1: 'while it is not DONE' };
    expect(found(rule, withTasks('JOB#{jobId}#STATUS#{status}', '{at:time}', { sparse }))).toEqual([]);
  });

  it('is not found if the index also returns all items of a parent', () => {
    expect(found(rule, withTasks('JOB#{jobId}', '{status}'))).toEqual([]);
  });

  it('is not found if no status is in the key', () => {
    expect(found(rule, withTasks('JOB#{jobId}', '{at:time}'))).toEqual([]);
  });
});

const task = { PK: 'JOB#{jobId}', SK: 'TASK#{taskId}' };
const note = { PK: 'JOB#{jobId}', SK: 'NOTE#{noteId}' };

describe('a question without an index', () => {
  const rule = 'pattern-without-index';

  it.each([
    ['is on an index that is not there', aPattern('main.GSI9', 'JOB#{jobId}', ['Task'])],
    ['has a partition that nothing is written to', aPattern('main', 'ORDER#{jobId}', ['Task'])],
    [
      'has a sort key that nothing has',
      aPattern('main', 'JOB#{j}', ['Task'], { sort: { beginsWith: 'STEP#' } }),
    ],
    ['is on an index the entity is not written to', aPattern('main.GSI1', 'JOB#{jobId}', ['Task'])],
  ])('is found where it %s', (_, pattern) => {
    const tables = aTable({ GSI1: anIndex() });
    const system = aSystem({ tables, entities: { Task: anEntity(task) }, patterns: { tasks: pattern } });
    expect(found(rule, system)).toMatchObject([{ severity: 'high', at: 'small.tasks', pattern: 'tasks' }]);
  });

  it('is partly found if one of two entities is never returned', () => {
    const system = aSystem({
      entities: { Task: anEntity(task), Person: anEntity({ PK: 'PERSON#{personId}', SK: 'PROFILE' }) },
      patterns: { all: aPattern('main', 'JOB#{jobId}', ['Task', 'Person']) },
    });
    expect(found(rule, system)).toMatchObject([{ severity: 'medium' }]);
    expect(found(rule, system)[0]?.says).toContain('can never find Person');
  });

  it('is not found if its parameters only have other names', () => {
    const pattern = aPattern('main', 'JOB#{job}', ['Task'], { sort: { equals: 'TASK#{id}' } });
    const system = aSystem({ entities: { Task: anEntity(task) }, patterns: { one: pattern } });
    expect(found(rule, system)).toEqual([]);
  });
});

describe('an index without a question', () => {
  const rule = 'index-no-pattern-uses';
  const keys = { ...task, GSI1PK: '{taskId}', GSI1SK: 'TASK' };
  const system = aSystem({
    tables: aTable({ GSI1: anIndex() }),
    entities: { Task: anEntity(keys, { bytes: 2_500 }) },
  });

  it('is found, with what it adds to a write', () => {
    expect(found(rule, system)).toMatchObject([{ severity: 'low', at: 'small.main.GSI1' }]);
    expect(found(rule, system)[0]?.why).toContain('3 write units for Task');
  });

  it('is not found once a question uses it', () => {
    expect(
      found(rule, { ...system, patterns: { one: aPattern('main.GSI1', '{taskId}', ['Task']) } }),
    ).toEqual([]);
  });
});

describe('an index that repeats the key of its table', () => {
  const rule = 'index-repeats-table-key';
  const keys = { ...task, GSI1PK: 'TASK#{taskId}#{jobId}', GSI1SK: '{changedAt:time}' };
  const system = aSystem({
    tables: aTable({ GSI1: anIndex() }),
    entities: { Task: anEntity(keys) },
    patterns: { one: aPattern('main.GSI1', 'TASK#{taskId}#{jobId}', ['Task']) },
  });

  it('is found if every question on it gives the whole key', () => {
    expect(found(rule, system)).toMatchObject([{ severity: 'low', at: 'small.main.GSI1', pattern: 'one' }]);
  });

  it('is not found if one question finds an item by less than its key', () => {
    const less = { ...task, GSI1PK: '{taskId}', GSI1SK: 'TASK' };
    const entities = { Task: anEntity(keys), Other: anEntity(less) };
    const other = aPattern('main.GSI1', '{taskId}', ['Other']);
    expect(found(rule, { ...system, entities, patterns: { ...system.patterns, other } })).toEqual([]);
  });

  it('is not found if no question uses it, which another rule reports', () => {
    expect(found(rule, { ...system, patterns: {} })).toEqual([]);
  });

  it('is found in the funds, whose unique keys consist of the key of the table', () => {
    expect(found(rule, catalogue.funds)).toMatchObject([{ at: 'funds.main.GSI_Entity_Document' }]);
    for (const other of [catalogue.hr, catalogue.extraction, catalogue.downloads]) {
      expect(found(rule, other)).toEqual([]);
    }
  });
});

describe('two questions that are one request', () => {
  const rule = 'same-key-condition';
  const system = aSystem({ entities: { Task: anEntity(task), Note: anEntity(note) } });

  it('are found if they need different results of it', () => {
    const patterns = {
      tasks: aPattern('main', 'JOB#{jobId}', ['Task']),
      notes: aPattern('main', 'JOB#{job}', ['Note'], { number: 'AP2' }),
    };
    expect(found(rule, { ...system, patterns })).toMatchObject([{ severity: 'low', pattern: 'tasks' }]);
    expect(found('overloaded-prefix-collision', { ...system, patterns })).toEqual([]);
  });

  it('are not found if the sort key separates them, or they need the same', () => {
    const apart = {
      tasks: aPattern('main', 'JOB#{jobId}', ['Task'], { sort: { beginsWith: 'TASK#' } }),
      notes: aPattern('main', 'JOB#{jobId}', ['Note'], { sort: { beginsWith: 'NOTE#' } }),
    };
    expect(found(rule, { ...system, patterns: apart })).toEqual([]);
    const ranges = {
      early: aPattern('main', 'JOB#{jobId}', ['Note'], { sort: { before: 'O#{a}' } }),
      late: aPattern('main', 'JOB#{jobId}', ['Task'], { sort: { after: 'O#{a}' } }),
    };
    expect(found(rule, { ...system, patterns: ranges })).toEqual([]);
    const same = {
      up: aPattern('main', 'JOB#{jobId}', ['Task', 'Note']),
      down: aPattern('main', 'JOB#{jobId}', ['Note', 'Task'], { order: 'last to first' }),
    };
    expect(found(rule, { ...system, patterns: same })).toEqual([]);
  });
});

describe('a projection', () => {
  const rule = 'uncovered-projection';
  const keys = { ...task, GSI1PK: '{jobId}', GSI1SK: '{taskId}' };
  const withIndex = (projection: 'ALL' | 'KEYS_ONLY' | readonly string[], attributes?: readonly string[]) =>
    aSystem({
      tables: aTable({ GSI1: anIndex({ projection }) }),
      entities: {
        Task: anEntity(keys, { attributes: { name: { type: 'text' }, size: { type: 'number' } } }),
      },
      patterns: {
        tasks: aPattern('main.GSI1', '{jobId}', ['Task'], attributes === undefined ? {} : { attributes }),
      },
    });

  it('that leaves attributes out costs a second read', () => {
    expect(found(rule, withIndex('KEYS_ONLY'))).toMatchObject([{ severity: 'low', at: 'small.tasks' }]);
    expect(found(rule, withIndex(['name']))[0]?.says).toContain('without size');
  });

  it('cannot provide an attribute that is requested by name', () => {
    expect(found(rule, withIndex(['name'], ['size']))).toMatchObject([{ severity: 'medium' }]);
  });

  it('is enough if it has what is requested, keys included', () => {
    expect(found(rule, withIndex('ALL'))).toEqual([]);
    expect(found(rule, withIndex(['name', 'size']))).toEqual([]);
    expect(found(rule, withIndex(['name'], ['PK', 'GSI1SK', 'name']))).toEqual([]);
  });
});
