import { describe, expect, it } from 'vitest';
import type { EntityDeclaration } from '#shared/catalogue/declaration.ts';
import { aPattern, aSystem, aTable, anEntity, anIndex, found, taskStatus } from './small-systems.ts';

const rule = 'index-not-sparse';

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
  it('is found where what is done stays in it', () => {
    const [finding] = found(rule, withTasks('JOB#{jobId}#STATUS#{status}', '{at:time}'));
    expect(finding).toMatchObject({ severity: 'medium', at: 'small.main.GSI1' });
    expect(finding?.says).toContain('those that are DONE too');
    expect(finding?.why).toContain('grows');
  });

  it('is found where one status is written out in its key', () => {
    expect(found(rule, withTasks('JOB#{jobId}#WAITING', '{at:time}'))).toHaveLength(1);
  });

  it('is not found where the system says when its keys are there', () => {
    const sparse = { GSI1: 'while it is not DONE' };
    expect(found(rule, withTasks('JOB#{jobId}#STATUS#{status}', '{at:time}', { sparse }))).toEqual([]);
  });

  it('is not found where the index is asked for all items of a parent too', () => {
    expect(found(rule, withTasks('JOB#{jobId}', '{status}'))).toEqual([]);
  });

  it('is not found where no status is in the key', () => {
    expect(found(rule, withTasks('JOB#{jobId}', '{at:time}'))).toEqual([]);
  });
});
