import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { findInDatabase } from '../../otp.ts'
import type { Hold, Host } from './host.ts'
import type { Workload } from './workload.ts'

/** More than one step of the search, which reads 5,000 rows. */
const entriesEach = 12_000
const mentionEvery = 1_000

interface Erasure {
  readonly phone: string
  /** On an entry of the first step, so that the steps before it end with a transaction of their own. */
  first: Hold | null
  /** On an entry of the last step. */
  hold: Hold | null
}

/** Erasures of a person who is in the contacts and mentioned in the audit log. */
export async function openErasures({ db, size, hold, get, addAccount, wait }: Host): Promise<Workload> {
  const entries = entriesEach * size
  const accountId = await addAccount('Erasures')
  const { id: bookId } = await get('POST', `/accounts/${accountId}/books`, { name: 'All' })
  const erasures: Erasure[] = []

  async function read(place: number) {
    const { rows } = await sql<{ state: string; step: string | null; afterKey: string | null; counts: unknown }>`
      select state, step, after_key as "afterKey", counts from erasures where account_id is null order by id offset ${place} limit 1
    `.execute(db)
    return rows[0]
  }

  async function releaseFirst(erasure: Erasure | undefined): Promise<void> {
    await erasure?.first?.release()
    if (erasure) erasure.first = null
  }

  const isDone = async (place: number) => (await read(place))?.state === 'done'

  return {
    async begin(isHeld) {
      if (erasures.at(-1)?.hold) return
      if (erasures.length > 0) await wait('the last erasure is done', () => isDone(erasures.length - 1))
      const phone = `2557130${String(erasures.length).padStart(2, '0')}606`
      await get('POST', `/accounts/${accountId}/contacts`, { phone, firstName: 'Amina', bookIds: [bookId] })
      await sql`
        insert into audit_entries (at, account_id, actor, action, params)
        select now(), ${accountId}, 'somebody', 'test',
               json_build_object('phone', case when g % ${mentionEvery}::int = 0 then ${phone}::text else g::text end)
          from generate_series(1, ${entries}::int) g
      `.execute(db)
      const lock = (which: 'min' | 'max') =>
        hold(`
          select from audit_entries
           where id = (select ${which}(id) from audit_entries where params->>'phone' = '${phone}' and action = 'test')
             for update
        `)
      erasures.push({ phone, first: isHeld ? await lock('min') : null, hold: isHeld ? await lock('max') : null })
      await get('POST', '/person/erase', { phone })
    },
    async missing() {
      const last = erasures.at(-1)
      if (await last?.first?.isAwaited()) await releaseFirst(last)
      const { state, step, afterKey } = (await read(erasures.length - 1)) ?? {}
      if (state === 'running' && step === 'table audit_entries' && afterKey !== null) return null
      return `an erasure is ${state} in the step ${step} after ${afterKey}`
    },
    async release() {
      const last = erasures.at(-1)
      await releaseFirst(last)
      await last?.hold?.release()
      if (last) last.hold = null
    },
    async finish() {
      for (const one of erasures) {
        await releaseFirst(one)
        await one.hold?.release()
      }
      for (const place of erasures.keys()) await wait('the erasure is done', () => isDone(place))
    },
    properties: {
      async 'nothing of an erased person is left'() {
        for (const { phone } of erasures) assert.deepEqual(await findInDatabase(db, phone), [])
      },
      async 'an erasure counts every row once'() {
        // Also in the audit entry and in the stored answer of the request that added the contact.
        const mentions = entries / mentionEvery + 2
        for (const place of erasures.keys())
          assert.deepEqual((await read(place))?.counts, { contacts: 1, 'api-requests': 1, mentions })
      },
    },
  }
}
