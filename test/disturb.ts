/** Makes statements of a test database fail or hang. */
import { sql } from 'kysely'
import type { Database } from '../src/engine/db/index.ts'
import type { World } from './world.ts'

interface Disturbance {
  /** How often the action ran. */
  times(): Promise<number>
  end(): Promise<void>
}

/** Runs an SQL action when a submit answer is stored. Counts with a sequence, because sequences are not rolled back. */
export async function disturb({ db }: World, condition: string, action: string): Promise<Disturbance> {
  const { rows } = await sql`select 1 from pg_trigger where tgname = 'test_disturbs'`.execute(db)
  if (rows.length === 0) await install(db)
  await sql
    .raw(
      `alter sequence test_times restart; alter sequence test_once restart; ${functionThat(`if ${condition} then perform nextval('test_times'); ${action}; end if;`)}`,
    )
    .execute(db)
  return {
    async times() {
      const { rows } = await sql<{
        times: number
      }>`select case when is_called then last_value else 0 end as times from test_times`.execute(db)
      return rows[0]?.times ?? 0
    },
    end: async () => void (await sql.raw(functionThat('')).execute(db)),
  }
}

/** The trigger is never dropped, which would lock the table against writers. Only its function is replaced. */
async function install(db: Database): Promise<void> {
  await sql
    .raw(`
      create sequence test_times;
      create sequence test_once;
      ${functionThat('')}
      create trigger test_disturbs before insert on sms_references for each row execute function test_disturb();
    `)
    .execute(db)
}

const functionThat = (action: string) =>
  `create or replace function test_disturb() returns trigger language plpgsql as $$ begin ${action} return new; end $$;`
